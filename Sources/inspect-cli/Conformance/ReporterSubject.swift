internal import InspectLink
private import InspectWire

/// What `conformance` looks at.
enum ReporterSubject: Equatable, Sendable {
  /// A program that is started, and dials.
  case command([String])
  /// A reporter that listens.
  case address(LinkAddress)

  /// Reads the words of the command line: one address, or a command with its arguments.
  init(_ words: [String]) throws(Complaint) {
    guard let first = words.first, first.hasPrefix("unix:") || first.hasPrefix("ws:") else {
      self = .command(words)
      return
    }
    guard words.count == 1 else {
      throw Complaint(
        .usage, "An address takes no arguments.", remedy: "Write the address alone.")
    }
    do { self = .address(try LinkAddress(first)) } catch {
      throw Complaint(.usage, "This is no address: \(display(error.text)).")
    }
  }

  /// As it was written.
  var text: String {
    switch self {
    case .command(let words): words.joined(separator: " ")
    case .address(let address): address.text
    }
  }
}
