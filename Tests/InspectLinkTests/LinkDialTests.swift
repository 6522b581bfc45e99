import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct LinkDialTests {
  @Test func `nobody at a path is told at once`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("none.sock")
      let error = #expect(throws: LinkClosure.self) {
        try Link(dialing: .unix(path), now: at(0))
      }
      guard case .failed(let reason) = error else {
        Issue.record("unexpected: \(String(describing: error))")
        return
      }
      #expect(reason.isMissing)
      #expect(reason.subject == path)
    }
  }

  @Test func `a socket that nobody listens on any more is told as refused`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("old.sock")
      _ = try Socket.listen(at: path)
      let error = #expect(throws: LinkClosure.self) {
        try Link(dialing: .unix(path), now: at(0))
      }
      guard case .failed(let reason) = error else {
        Issue.record("unexpected: \(String(describing: error))")
        return
      }
      #expect(reason.isRefused)
    }
  }

  @Test func `a port that nobody listens on is told as refused`() throws {
    let port: UInt16
    do {
      let listener = try Socket.listen(onLoopbackPort: 0)
      port = try Socket.port(of: listener.number)
    }
    let error = #expect(throws: LinkClosure.self) {
      try LinkClient(dialing: .loopback(port))
    }
    guard case .failed(let reason) = error else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
    #expect(reason.isRefused)
  }

  @Test func `a peer that accepts and says nothing has five seconds`() throws {
    try withTemporaryFolder { folder in
      let listener = LinkListener(try Socket.listen(at: folder.path("mute.sock")))
      let link = try Link(dialing: .unix(folder.path("mute.sock")), now: at(0))
      #expect(link.ready(read: false, write: true, now: at(0)) == [])
      #expect(link.tick(now: at(4.9)) == [])
      #expect(link.tick(now: at(5)) == [.closed(.late(.opening))])
      withExtendedLifetime(listener) {}
    }
  }

  @Test func `a link that is closed before it opens is over at once`() throws {
    try withTemporaryFolder { folder in
      let listener = LinkListener(try Socket.listen(at: folder.path("mute.sock")))
      let link = try Link(dialing: .unix(folder.path("mute.sock")), now: at(0))
      link.close(now: at(0))
      #expect(link.deadline.map { $0 < at(0) } == true)
      #expect(link.tick(now: at(0)) == [.closed(.closed(code: 1_000))])
      withExtendedLifetime(listener) {}
    }
  }
}
