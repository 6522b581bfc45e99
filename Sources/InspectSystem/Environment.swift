private import Glibc

/// Variables of the process, and what it was called by.
package enum Environment {
  /// A variable's text; nil where it is not set. Malformed UTF-8 is repaired.
  ///
  /// Reads without a lock, as `getenv` does: call it before the program changes its environment.
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// All variables as `NAME=value`.
  package static func all() -> [String] {
    var texts: [String] = []
    var next = unsafe environ
    while let text = unsafe next.pointee {
      unsafe texts.append(String(cString: text))
      unsafe next += 1
    }
    return texts
  }

  /// Name of the host.
  package static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Number of this process.
  package static var ownPID: Int32 { getpid() }
}
