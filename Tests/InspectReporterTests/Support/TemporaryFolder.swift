import Foundation

/// A folder of one test, short enough for sockets; removed at the test's end.
final class TemporaryFolder {
  let path: String

  init() {
    path = "/tmp/bir-\(UInt64.random(in: 0 ... .max))"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Names a folder that is not there yet.
  init(absent path: String) { self.path = path }

  deinit {
    for path in [path, path + ".report", path + ".said"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(of: name)) }

  func putFile(_ name: String) {
    _ = FileManager.default.createFile(atPath: path(of: name), contents: nil)
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

}
