internal import Foundation

/// The files that Swift and JavaScript both read, and how they are written anew.
///
/// `REWRITE_FIXTURES=1 swift test --filter InspectWireTests` writes what the present code makes; look
/// at the difference before you commit it: a golden frame changes only with the protocol.
enum Fixtures {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let frames = root.appending(path: "Tests/Fixtures/wire/v1")
  /// The same frames as a later minor version might write them.
  static let later = root.appending(path: "Tests/Fixtures/wire/later")

  static var isRewriting: Bool { ProcessInfo.processInfo.environment["REWRITE_FIXTURES"] == "1" }

  /// The text of a file, written first if that is asked for.
  static func text(_ file: URL, rewritten: @autoclosure () -> String) throws -> String {
    if isRewriting {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try rewritten().write(to: file, atomically: true, encoding: .utf8)
    }
    return try String(contentsOf: file, encoding: .utf8)
  }
}
