private import InspectSystem

/// Where a link can be dialled: a Unix socket, or a port of this machine's loopback.
package enum LinkAddress: Hashable, Sendable {
  /// A Unix socket's absolute path.
  case unix(String)
  /// A port of 127.0.0.1.
  case loopback(UInt16)

  /// Reads `unix:/absolute/path`, `ws://127.0.0.1:PORT` or `ws://localhost:PORT`.
  package init(_ text: String) throws(LinkAddressError) {
    if text.hasPrefix("unix:") {
      self = .unix(try Self.path(String(text.dropFirst(5))))
    } else if text.hasPrefix("ws://") {
      self = .loopback(try Self.port(text.dropFirst(5)))
    } else {
      throw .unknownForm(text)
    }
  }

  /// Checks a path for a Unix socket and takes it.
  package init(path: String) throws(LinkAddressError) { self = .unix(try Self.path(path)) }

  /// The address as it is read.
  package var text: String {
    switch self {
    case .unix(let path): "unix:\(path)"
    case .loopback(let port): "ws://127.0.0.1:\(port)"
    }
  }

  /// Value of the `Host` field when it is dialled.
  package var host: String {
    switch self {
    case .unix: "localhost"
    case .loopback(let port): "127.0.0.1:\(port)"
    }
  }

  private static func path(_ path: String) throws(LinkAddressError) -> String {
    guard path.hasPrefix("/") else { throw .relativePath(path) }
    guard !path.utf8.contains(0) else { throw .unknownForm(path) }
    guard path.utf8.count <= Socket.longestPath else {
      throw .pathTooLong(bytes: path.utf8.count, limit: Socket.longestPath)
    }
    return path
  }

  private static func port(_ rest: Substring) throws(LinkAddressError) -> UInt16 {
    let place = rest.hasSuffix("/") ? rest.dropLast() : rest
    // The host ends at the last colon, except in brackets, which no host of ours has.
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    let host = place.hasPrefix("[") ? place : parts[0]
    guard host == "127.0.0.1" || host == "localhost" else {
      throw .notLoopback(host: String(host))
    }
    guard parts.count > 1 else { throw .missingPort }
    let digits = parts.dropFirst().joined(separator: ":")
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits), port > 0
    else { throw .badPort(digits) }
    return port
  }
}

/// Why a text is not an address that can be dialled.
///
/// The texts in it come from the user: show them through `display`.
package enum LinkAddressError: Error, Hashable, Sendable {
  /// Neither of the forms.
  case unknownForm(String)
  /// A Unix socket is named by its absolute path.
  case relativePath(String)
  /// The system keeps no longer path.
  case pathTooLong(bytes: Int, limit: Int)
  /// Other machines are not dialled.
  case notLoopback(host: String)
  /// No port is named.
  case missingPort
  /// Not a number from 1 to 65,535.
  case badPort(String)

  /// What is wrong and what to write instead.
  package var text: String {
    switch self {
    case .unknownForm(let text):
      "“\(text)” is no address; write unix:/absolute/path or ws://127.0.0.1:PORT"
    case .relativePath(let path):
      "“\(path)” is not an absolute path; write unix:/absolute/path"
    case .pathTooLong(let bytes, let limit):
      "path of \(bytes) bytes exceeds the socket limit of \(limit)"
    case .notLoopback(let host):
      "“\(host)” is not this machine: only ws://127.0.0.1:PORT and ws://localhost:PORT are "
        + "dialled, loopback only; use a tunnel to reach another machine"
    case .missingPort: "the port is missing; write ws://127.0.0.1:PORT"
    case .badPort(let text): "“\(text)” is not a port from 1 to 65535"
    }
  }
}
