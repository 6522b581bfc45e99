import Foundation
import TestSupport

/// Files of this project that tests use.
enum Project {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String { root.appending(path: name).path }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// Python with the packages of `tools/python.txt`.
  static func python() throws -> String {
    let path = path(".build/python/bin/python")
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw WaitFailure("there is no \(path); `tools/need python` installs it")
    }
    return path
  }
}
