private import Glibc

/// The internet address that a socket of this process is bound to, as the kernel has it.
package struct BoundAddress: Hashable, Sendable {
  /// Numeric form, without brackets.
  package let host: String
  /// Port, from 1 once it is bound.
  package let port: UInt16
  /// Whether only this machine reaches it.
  package let isLoopback: Bool

  /// Asks the kernel; nil for sockets that are not of the internet.
  package init?(ofSocket number: Int32) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let done = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(number, $0, &size)
      }
    }
    guard done == 0 else { return nil }
    switch Int32(storage.ss_family) {
    case AF_INET:
      let address = unsafe withUnsafeBytes(of: &storage) { unsafe $0.load(as: sockaddr_in.self) }
      let bits = UInt32(bigEndian: address.sin_addr.s_addr)
      host = [24, 16, 8, 0].map { String(bits >> $0 & 0xff) }.joined(separator: ".")
      port = UInt16(bigEndian: address.sin_port)
      isLoopback = bits >> 24 == 127
    case AF_INET6:
      var address = unsafe withUnsafeBytes(of: &storage) { unsafe $0.load(as: sockaddr_in6.self) }
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      unsafe inet_ntop(AF_INET6, &address.sin6_addr, &text, socklen_t(text.count))
      host = String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      port = UInt16(bigEndian: address.sin6_port)
      isLoopback = host == "::1"
    default: return nil
    }
  }

  /// Every internet address that this process listens on, whoever opened it.
  package static func listenersOfThisProcess() throws(SystemError) -> [BoundAddress] {
    try RuntimeFolder(path: "/proc/self/fd").names().compactMap { name in
      guard let number = Int32(name), isListening(number) else { return nil }
      return BoundAddress(ofSocket: number)
    }
  }

  private static func isListening(_ number: Int32) -> Bool {
    var flag: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &flag, &size) == 0 && flag != 0
  }
}
