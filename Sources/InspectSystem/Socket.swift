private import CInspectSystem
private import Glibc

/// Stream sockets that never block, never raise a signal and do not survive an exec.
package enum Socket {
  /// Longest path of a Unix socket in bytes: 108 with the ending NUL (`sockaddr_un`).
  package static let longestPath = 107

  /// What a read or write came to.
  package enum Transfer: Hashable, Sendable {
    /// That many bytes; never 0.
    case moved(Int)
    /// Nothing now; ask `poll` when.
    case wouldBlock
    /// The other side sends no more.
    case ended
  }

  /// Listens on a path that must not exist; the file belongs to the owner alone from the start.
  ///
  /// The caller holds the lock that makes the path its own. The mask of new files is the process's,
  /// so this is not used in an inspected program: there `bind` is followed by `fchmod` on the
  /// folder's side, see `listen(privatelyAt:)`.
  package static func listen(at path: String, backlog: Int32 = 128) throws(SystemError)
    -> Descriptor
  {
    let socket = try make(AF_UNIX)
    // Mode of the socket's own inode, which becomes that of the file: no moment in which others may
    // connect, and the process's mask stays as it is.
    guard fchmod(socket.number, 0o600) == 0 else { throw .last("fchmod", path) }
    var address = try unixAddress(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket.number, $0, size)
      }
    }
    guard bound == 0 else { throw .last("bind", path) }
    guard Glibc.listen(socket.number, backlog) == 0 else { throw .last("listen", path) }
    return socket
  }

  /// Listens on a port of 127.0.0.1, one that is free where 0 is given.
  package static func listen(
    onLoopbackPort port: UInt16, backlog: Int32 = 128
  ) throws(SystemError) -> Descriptor {
    let socket = try make(AF_INET)
    let subject = "127.0.0.1:\(port)"
    var yes: Int32 = 1
    _ = unsafe setsockopt(
      socket.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = loopback(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket.number, $0, size) != 0 || Glibc.listen(socket.number, backlog) != 0
      }
    }
    guard !failed else { throw .last("listen", subject) }
    return socket
  }

  /// The port that a listener on loopback got.
  package static func port(of listener: Int32) throws(SystemError) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failure = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(listener, $0, &size)
      }
    }
    guard failure == 0 else { throw .last("getsockname") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Begins to connect to a Unix socket; it is connected, or refused, when this returns.
  package static func connect(to path: String) throws(SystemError) -> Descriptor {
    let socket = try make(AF_UNIX)
    var address = try unixAddress(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let done = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(socket.number, $0, size)
      }
    }
    guard done == 0 else { throw .last("connect", path) }
    return socket
  }

  /// Begins to connect to a port of 127.0.0.1; `poll` tells when it is writable, `failure` how.
  package static func connect(toLoopbackPort port: UInt16) throws(SystemError) -> Descriptor {
    let socket = try make(AF_INET)
    var address = loopback(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let done = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(socket.number, $0, size)
      }
    }
    guard done == 0 || errno == EINPROGRESS else { throw .last("connect", "127.0.0.1:\(port)") }
    // Small messages leave at once instead of waiting for the answer to those before them.
    var yes: Int32 = 1
    _ = unsafe setsockopt(
      socket.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  /// Why a connection that was begun did not come about; nil if it did.
  package static func failure(of number: Int32) -> SystemError? {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
      return .last("getsockopt")
    }
    return code == 0 ? nil : SystemError(call: "connect", number: code)
  }

  /// Takes the next connection; nil if nobody is waiting.
  package static func accept(on listener: borrowing Descriptor) throws(SystemError) -> Descriptor? {
    // In one call: between two, another thread of the program could start one that inherits it.
    let number = inspect_accept(listener.number)
    guard number >= 0 else {
      switch errno {
      case EAGAIN, EINTR, ECONNABORTED: return nil
      default: throw .last("accept")
      }
    }
    return Descriptor(owning: number)
  }

  /// Reads what is there, at most the given number of bytes, and appends it.
  package static func receive(
    from number: Int32, into bytes: inout [UInt8], atMost limit: Int
  ) throws(SystemError) -> Transfer {
    // Through memory that nobody clears first: to make room for the most that may come, zero by zero,
    // costs more than all else about a short message, and in unoptimised code milliseconds.
    let (count, failure) = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) {
      buffer in
      let count = retrying {
        unsafe recv(number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      }
      let failure = errno
      if count > 0 { unsafe bytes.append(contentsOf: buffer[..<count]) }
      return (count, failure)
    }
    if count > 0 { return .moved(count) }
    if count == 0 { return .ended }
    if failure == EAGAIN { return .wouldBlock }
    throw SystemError(call: "recv", number: failure)
  }

  /// Writes as much as the kernel takes now, without a signal when the other side is gone.
  package static func send(_ bytes: ArraySlice<UInt8>, to number: Int32) throws(SystemError)
    -> Transfer
  {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    let count = unsafe bytes.withUnsafeBytes { buffer in
      retrying { unsafe Glibc.send(number, buffer.baseAddress, buffer.count, flags) }
    }
    if count >= 0 { return .moved(count) }
    if errno == EAGAIN { return .wouldBlock }
    throw .last("send")
  }

  /// Tells the other side that nothing more comes; what it sends can still be read.
  package static func finishSending(to number: Int32) {
    _ = shutdown(number, Int32(SHUT_WR))  // It fails only where the other side is gone already.
  }

  /// Bounds what the kernel keeps for a reader that does not read; it counts double for itself.
  package static func setSendBuffer(of number: Int32, bytes: Int32) {
    var bytes = bytes
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_SNDBUF, &bytes, size)
  }

  /// Makes a foreign socket one that never blocks and does not survive an exec.
  package static func prepare(_ number: Int32) throws(SystemError) {
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    else { throw .last("fcntl") }
  }

  private static func make(_ family: Int32) throws(SystemError) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(family, kind, 0)
    guard number >= 0 else { throw .last("socket") }
    return Descriptor(owning: number)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func unixAddress(_ path: String) throws(SystemError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= longestPath, !bytes.contains(0) else {
      throw SystemError(call: "socket path", number: ENAMETOOLONG, subject: path)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return address
  }
}
