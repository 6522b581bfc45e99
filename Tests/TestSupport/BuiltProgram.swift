private import Foundation
private import InspectSystem

/// Programs of this package, as the build that runs the tests made them.
package enum BuiltProgram {
  /// Path of a program by its target's name; fails where it was not built.
  package static func path(_ name: String) throws -> String {
    // The tests' own program lies in the build folder.
    let own = ProcessTable.ownProgram ?? ""
    let folder = URL(fileURLWithPath: own).deletingLastPathComponent().path
    let path = "\(folder)/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw WaitFailure("\(name) is not in \(folder), where \(own) runs from")
    }
    return path
  }
}
