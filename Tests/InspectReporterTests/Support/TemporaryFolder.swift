import Foundation

/// A folder of one test, short enough for sockets; removed at the test's end.
final class TemporaryFolder {
  let path: String

  init() {
    path = "/tmp/bir-\(UInt64.random(in: 0 ... .max))"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

}
