private import InspectSystem
private import InspectWire

/// Files that hold secrets: ours, and closed to everybody else, or they are none.
enum SecretFiles {
  /// The token that a file holds, in one line.
  static func token(_ path: String) throws(Complaint) -> Token {
    var bytes = try read(path, "token")
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    let isVisible = bytes.allSatisfy { (0x21...0x7e).contains($0) }
    guard isVisible, (RimLimits.shortestToken...RimLimits.longestToken).contains(bytes.count) else {
      throw Complaint(
        .unreadableInput, "The file \(display(path)) holds no token.",
        remedy: "A token is one line of \(RimLimits.shortestToken) to \(RimLimits.longestToken) "
          + "letters and digits that nobody can guess: `openssl rand -hex 32`.")
    }
    return Token(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Makes sure that a key is there, and closed to others.
  static func checkKey(_ path: String) throws(Complaint) { _ = try read(path, "key") }

  /// Makes sure that a certificate is there; it is no secret, and may be anybody's.
  static func checkCertificate(_ path: String) throws(Complaint) {
    do {
      _ = try WholeFile.readBeginning(path, limit: 1)
    } catch {
      throw unreadable(path, "certificate", error, "Name a file that can be read.")
    }
  }

  private static func read(_ path: String, _ what: String) throws(Complaint) -> [UInt8] {
    do {
      return try WholeFile.read(path, limit: RimLimits.secretBytes, ownersAlone: true)
    } catch {
      let shown = display(path)
      if error.call == "read", error.isForbidden {
        throw Complaint(
          .notPermitted, "The \(what) file \(shown) belongs to another user or is open to others.",
          remedy: "Let its owner start inspectord, after `chmod 600`.")
      }
      throw unreadable(
        path, what, error, "Name a regular file of yours; links are not followed to it.")
    }
  }

  private static func unreadable(
    _ path: String, _ what: String, _ error: SystemError, _ remedy: String
  ) -> Complaint {
    Complaint(
      .unreadableInput,
      "The \(what) file \(display(path)) cannot be used: \(display(error.reason)).",
      remedy: remedy)
  }
}
