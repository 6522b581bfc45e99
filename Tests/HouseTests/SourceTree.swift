import Foundation

/// The package's own files, as these tests read them.
enum SourceTree {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct File: CustomStringConvertible {
    let path: String
    let lines: [Substring]
    var description: String { path }

    /// The lines without comments, which may name what they warn of.
    var code: [Substring] {
      lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func files(below folders: String..., suffix: String) throws -> [File] {
    var found: [File] = []
    for folder in folders {
      let base = root.appending(path: folder)
      let paths = FileManager.default.enumerator(atPath: base.path)?.allObjects as? [String] ?? []
      for path in paths.sorted() where path.hasSuffix(suffix) {
        let text = try text("\(folder)/\(path)")
        found.append(
          File(
            path: "\(folder)/\(path)",
            lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
      }
    }
    return found
  }
}
