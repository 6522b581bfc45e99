private import Glibc

/// The two addresses by which a machine speaks to itself.
package enum Loopback: CaseIterable, Hashable, Sendable {
  /// 127.0.0.1
  case v4
  /// ::1, and nothing else on that socket.
  case v6

  /// Listens on a port of the address, one that is free where 0 is given.
  ///
  /// - Throws: `SystemError`, where `isTaken` means that somebody listens there already and
  ///   `isAbsent` that the machine has no such address.
  package func listen(port: UInt16, backlog: Int32 = 128) throws(SystemError) -> Descriptor {
    switch self {
    case .v4: try Socket.listen(onLoopbackPort: port, backlog: backlog)
    case .v6: try Self.listenV6(port, backlog)
    }
  }

  private static func listenV6(_ port: UInt16, _ backlog: Int32) throws(SystemError)
    -> Descriptor
  {
    let subject = "[::1]:\(port)"
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(AF_INET6, kind, 0)
    guard number >= 0 else { throw .last("socket", subject) }
    let listener = Descriptor(owning: number)
    // A port that was ours a moment ago may have connections in TIME_WAIT.
    try set(SO_REUSEADDR, at: SOL_SOCKET, of: number)
    try set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), of: number)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    guard bound == 0 else { throw .last("bind", subject) }
    guard Glibc.listen(number, backlog) == 0 else { throw .last("listen", subject) }
    return listener
  }

  private static func set(_ option: Int32, at level: Int32, of number: Int32)
    throws(SystemError)
  {
    var one: Int32 = 1
    guard unsafe setsockopt(number, level, option, &one, socklen_t(MemoryLayout<Int32>.size)) == 0
    else { throw .last("setsockopt") }
  }
}

extension SystemError {
  /// Whether somebody else has the address.
  package var isTaken: Bool { number == EADDRINUSE }
  /// Whether the machine has no such address.
  package var isAbsent: Bool { number == EADDRNOTAVAIL || number == EAFNOSUPPORT }
  /// Whether the process or the system has no more descriptors or memory; a moment later it may.
  package var isShortage: Bool {
    [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number)
  }
}
