private import Glibc

/// Addresses of this machine in numeric form: nothing is looked up.
package enum NumericAddress {
  /// What can be said of such a text.
  package enum Kind: Hashable, Sendable {
    /// 127.0.0.0/8 or ::1
    case loopback
    /// All addresses of the machine at once.
    case wildcard
    case other
  }

  /// Tells what a text is; nil for what is no address in its usual form.
  package static func kind(of text: String) -> Kind? {
    var v4 = in_addr()
    if unsafe inet_pton(AF_INET, text, &v4) == 1 {
      let bits = UInt32(bigEndian: v4.s_addr)
      return bits == 0 ? .wildcard : bits >> 24 == 127 ? .loopback : .other
    }
    var v6 = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &v6) { unsafe Array($0) }
    if bytes == Array(repeating: 0, count: 16) { return .wildcard }
    return bytes == Array(repeating: 0, count: 15) + [1] ? .loopback : .other
  }

  /// Listens on a port of that address, one that is free where 0 is given.
  package static func listen(
    host: String, port: UInt16, backlog: Int32 = 128
  ) throws(SystemError) -> Descriptor {
    let subject = "\(host) port \(port)"
    var v6 = sockaddr_in6()
    v6.sin6_family = sa_family_t(AF_INET6)
    v6.sin6_port = port.bigEndian
    var v4 = sockaddr_in()
    v4.sin_family = sa_family_t(AF_INET)
    v4.sin_port = port.bigEndian
    let isV6 = unsafe inet_pton(AF_INET6, host, &v6.sin6_addr) == 1
    guard isV6 || (unsafe inet_pton(AF_INET, host, &v4.sin_addr)) == 1 else {
      throw SystemError(call: "bind", number: EADDRNOTAVAIL, subject: subject)
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(isV6 ? AF_INET6 : AF_INET, kind, 0)
    guard number >= 0 else { throw .last("socket", subject) }
    let listener = Descriptor(owning: number)
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A port that was ours a moment ago may have connections in TIME_WAIT.
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if isV6 { _ = unsafe setsockopt(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, size) }
    let bound =
      isV6
      ? bind(number, &v6, MemoryLayout<sockaddr_in6>.size)
      : bind(number, &v4, MemoryLayout<sockaddr_in>.size)
    guard bound else { throw .last("bind", subject) }
    guard Glibc.listen(number, backlog) == 0 else { throw .last("listen", subject) }
    return listener
  }

  private static func bind<Address>(
    _ number: Int32, _ address: inout Address, _ size: Int
  ) -> Bool {
    unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(number, $0, socklen_t(size)) == 0
      }
    }
  }
}
