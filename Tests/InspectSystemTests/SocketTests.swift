import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct SocketTests {
  private func flags(_ number: Int32) -> (cloexec: Bool, nonblocking: Bool) {
    (fcntl(number, F_GETFD) & FD_CLOEXEC != 0, fcntl(number, F_GETFL) & O_NONBLOCK != 0)
  }

  @Test func `a listener's file belongs to the owner alone whatever the mask`() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        for mask: mode_t in [0, 0o022, 0o077] {
          umask(mask)
          let path = folder.path("\(mask).sock")
          let listener = try Socket.listen(at: path)
          var facts = stat()
          guard stat(path, &facts) == 0, facts.st_mode & 0o777 == 0o600 else { exit(3) }
          // The mask is the program's, and stays.
          guard umask(mask) == mask else { exit(4) }
          _ = consume listener
        }
      }
      exit(0)
    }
  }

  @Test func `what is at the path is not replaced`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write("taken", "keep")
      let error = #expect(throws: SystemError.self) { _ = try Socket.listen(at: path) }
      #expect(error?.number == EADDRINUSE)
      #expect(try folder.read("taken") == "keep")
    }
  }

  @Test func `a path of 107 bytes is taken and one of 108 is refused by its length`() throws {
    try withTemporaryFolder { folder in
      let rest = 107 - folder.path.utf8.count - 1
      let path = folder.path(String(repeating: "x", count: rest))
      #expect(path.utf8.count == 107)
      let listener = try Socket.listen(at: path)
      let connection = try Socket.connect(to: path)
      let error = #expect(throws: SystemError.self) { _ = try Socket.connect(to: path + "x") }
      #expect(error?.number == ENAMETOOLONG)
      _ = consume listener
      _ = consume connection
    }
  }

  @Test func `every socket is closed on exec and never blocks`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let listener = try Socket.listen(at: path)
      let dialled = try Socket.connect(to: path)
      let accepted = try #require(try accept(listener))
      let loopback = try Socket.listen(onLoopbackPort: 0)
      let distant = try Socket.connect(
        toLoopbackPort: try Socket.port(of: loopback.number))
      for number in [
        listener.number, dialled.number, accepted, loopback.number, distant.number,
      ] {
        #expect(flags(number) == (true, true))
      }
      close(accepted)
      _ = consume dialled
      _ = consume distant
    }
  }

  private func accept(_ listener: borrowing Descriptor) throws -> Int32? {
    guard let accepted = try Socket.accept(on: listener) else { return nil }
    return accepted.release()
  }

  @Test func `accepting from an empty queue is nobody`() throws {
    try withTemporaryFolder { folder in
      let listener = try Socket.listen(at: folder.path("a.sock"))
      let accepted = try accept(listener)
      #expect(accepted == nil)
    }
  }

  @Test func `bytes go both ways and the end is told`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let listener = try Socket.listen(at: path)
      let near = try Socket.connect(to: path)
      let far = Descriptor(owning: try #require(try accept(listener)))
      var bytes: [UInt8] = [9]
      #expect(try Socket.receive(from: near.number, into: &bytes, atMost: 10) == .wouldBlock)
      #expect(try Socket.send([1, 2, 3], to: far.number) == .moved(3))
      #expect(try Socket.receive(from: near.number, into: &bytes, atMost: 2) == .moved(2))
      #expect(bytes == [9, 1, 2])
      #expect(try Socket.receive(from: near.number, into: &bytes, atMost: 10) == .moved(1))
      Socket.finishSending(to: far.number)
      #expect(try Socket.receive(from: near.number, into: &bytes, atMost: 10) == .ended)
      #expect(bytes == [9, 1, 2, 3])
      #expect(try Socket.send([4], to: near.number) == .moved(1))
      #expect(try Socket.receive(from: far.number, into: &bytes, atMost: 10) == .moved(1))
    }
  }

  @Test func `a full socket takes part of the bytes, then none`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let listener = try Socket.listen(at: path)
      let near = try Socket.connect(to: path)
      let bytes = [UInt8](repeating: 7, count: 1 << 22)
      guard case .moved(let count) = try Socket.send(bytes[...], to: near.number) else {
        Issue.record("nothing was taken")
        return
      }
      #expect(count < bytes.count)
      var outcome = Socket.Transfer.moved(0)
      while case .moved = outcome { outcome = try Socket.send(bytes[...], to: near.number) }
      #expect(outcome == .wouldBlock)
      _ = consume listener
    }
  }

  @Test func `writing to one who is gone is an error and no signal`() async {
    await #expect(processExitsWith: .success) {
      let status: Int32 = try withTemporaryFolder { folder in
        let path = folder.path("a.sock")
        let listener = try Socket.listen(at: path)
        let near = try Socket.connect(to: path)
        do { _ = try Socket.accept(on: listener) }
        do throws(SystemError) {
          for _ in 0..<3 { _ = try Socket.send([1], to: near.number) }
          return 3
        } catch {
          // SIGPIPE has its default, which would have ended the process.
          return error.isBrokenPipe ? 0 : 4
        }
      }
      exit(status)
    }
  }

  @Test func `a port that nobody listens on tells why`() throws {
    let port: UInt16
    do {
      let listener = try Socket.listen(onLoopbackPort: 0)
      port = try Socket.port(of: listener.number)
    }
    let socket = try Socket.connect(toLoopbackPort: port)
    var poll = Poll()
    let place = poll.add(socket.number, read: false, write: true)
    try poll.wait(microseconds: 10_000_000)
    #expect(poll.isWritable(place))
    #expect(Socket.failure(of: socket.number)?.isRefused == true)
  }

  @Test func `a listener on loopback is reachable at 127.0.0.1 alone`() throws {
    let listener = try Socket.listen(onLoopbackPort: 0)
    let port = try Socket.port(of: listener.number)
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let hexadecimal = String(port, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    let lines = table.split(separator: "\n").filter { $0.contains(":\(padded) 00000000:0000 0A") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(" 0100007F:\(padded) ") == true)
  }

  @Test func `who dials is known by the kernel`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let listener = try Socket.listen(at: path)
      let near = try Socket.connect(to: path)
      let far = Descriptor(owning: try #require(try accept(listener)))
      let peer = try Peer(ofSocket: far.number)
      #expect(peer == Peer(pid: getpid(), user: geteuid(), group: getegid()))
      #expect(peer.isOwnUser)
      _ = consume near
    }
  }
}
