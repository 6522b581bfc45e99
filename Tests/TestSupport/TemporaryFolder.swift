private import Foundation
package import InspectSystem

/// An owner-only folder with a short path, which sockets need.
package struct TemporaryFolder: Sendable {
  /// Absolute path, without a slash at its end.
  package let path: String

  /// Path of an entry.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The folder as processes and daemons know it.
  package var runtime: RuntimeFolder { RuntimeFolder(path: path) }

  /// Writes a file with exactly this mode and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    let path = path(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Makes a folder with exactly this mode and returns its path.
  @discardableResult
  package func makeFolder(_ name: String, mode: Int = 0o700) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Names of its entries, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// A file's text.
  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  fileprivate init() throws {
    var template = Array("/tmp/bi-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw WaitFailure("no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  fileprivate func remove() {
    try? FileManager.default.removeItem(atPath: path)  // A test may have removed it.
  }
}

/// Runs the body with a new folder, which is removed afterwards.
package func withTemporaryFolder<Result>(
  _ body: (TemporaryFolder) throws -> Result
) throws -> Result {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try body(folder)
}

/// Runs the body with a new folder, which is removed afterwards.
package func withTemporaryFolder<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try await body(folder)
}
