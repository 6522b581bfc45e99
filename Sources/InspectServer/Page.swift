/// A page served from memory: nothing is ever read from a file for a request.
package struct Page: Hashable, Sendable {
  /// Media type with its character set.
  package var type: String
  /// The bytes of the body.
  package var bytes: [UInt8]

  /// Takes both as they are.
  package init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// A plain text.
  package static func text(_ text: String) -> Page {
    Page(type: "text/plain; charset=utf-8", bytes: Array(text.utf8))
  }
}
