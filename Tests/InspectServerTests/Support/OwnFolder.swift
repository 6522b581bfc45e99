import Foundation

/// An owner-only folder that lives as long as its server.
final class OwnFolder: Sendable {
  let path: String

  init() throws {
    var name = Array("/tmp/bi-server-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { "\(path)/\(name)" }
}
