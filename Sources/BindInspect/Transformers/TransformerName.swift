private import InspectReporter

/// The name by which a binding asks for a transformer: `name` or `Type:name`.
enum TransformerName {
  /// Looked for along the chain, then on the object that supplies the value.
  case local(String)
  /// Looked for at the level of that type alone.
  case global(type: String, name: String)
  /// It can name nothing.
  case invalid(Reason)

  init(_ text: String) {
    if Self.isPlain(text) {
      self = .local(text)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 2 {
      self = .invalid(.transformerSyntax(text))
    } else if !parts.allSatisfy(Self.isName) {
      self = .invalid(.transformerNameInvalid(text))
    } else if parts.count == 2 {
      self = .global(type: parts[0], name: parts[1])
    } else {
      self = .local(text)
    }
  }

  // Letters only: nearly every name, and told apart without a look into Unicode's tables.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        let lower = byte | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
      }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return isBeginning(first) && text.unicodeScalars.allSatisfy(isInside)
  }

  private static func isBeginning(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDStart
  }

  private static func isInside(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".": true
    default: scalar.properties.isXIDContinue
    }
  }
}
