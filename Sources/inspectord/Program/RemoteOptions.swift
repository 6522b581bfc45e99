internal import InspectServer
private import InspectSystem
internal import InspectWire

/// What the command line says of other machines; served only where all of it is said.
struct RemoteOptions: Equatable {
  /// Numeric address of this machine, without brackets.
  var address = ""
  var port: UInt16 = 0
  var isWanted = false
  var name: String?
  var certificate: String?
  var key: String?

  /// Reads `ADDRESS:PORT`, an address of version 6 in brackets.
  mutating func setAddress(_ value: String) throws(Complaint) {
    guard let colon = value.lastIndex(of: ":") else { throw Self.badAddress(value) }
    var host = value[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw Self.badAddress(value)
    }
    let digits = String(value[value.index(after: colon)...])
    guard let port = UInt16(digits), String(port) == digits,
      let kind = NumericAddress.kind(of: String(host))
    else { throw Self.badAddress(value) }
    guard kind != .wildcard else {
      throw Complaint(
        .usage, "“\(display(value))” is every address of this machine at once.",
        remedy: "Name the one at which others may call: what they may ask for is held to it.")
    }
    (address, self.port, isWanted) = (String(host), port, true)
  }

  /// What is served, once the whole line is read.
  ///
  /// - Throws: `Complaint` that says what is missing, and why it is asked for.
  func configuration(tokenFile: String?) throws(Complaint) -> RemoteConfiguration? {
    guard isWanted else {
      let stray = [("--remote-name", name), ("--certificate", certificate), ("--key", key)]
        .first { $0.1 != nil }
      if let stray {
        throw Complaint(.usage, "\(stray.0) is for other machines.", remedy: "Add --remote.")
      }
      return nil
    }
    guard let certificate, let key, tokenFile != nil else {
      let missing = [("--certificate", certificate), ("--key", key), ("--token-file", tokenFile)]
        .filter { $0.1 == nil }.map(\.0).joined(separator: ", ")
      throw Complaint(
        .usage,
        "Refusing to serve other machines: without TLS anybody on the way reads and changes what is "
          + "said, without a token anybody calls.",
        remedy:
          "Add \(missing); or leave --remote out and let them in by a tunnel, such as `ssh -L`.")
    }
    return RemoteConfiguration(
      address: address, port: port, name: name, certificate: certificate, key: key)
  }

  private static func badAddress(_ value: String) -> Complaint {
    Complaint(
      .usage, "“\(display(value))” is no address with a port.",
      remedy: "Write it in numbers, as 192.0.2.7:8443 or [2001:db8::7]:8443.")
  }
}
