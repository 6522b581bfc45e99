import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct LinkClientTests {
  /// Runs a server on a thread of its own that does what the script says with each message.
  private func serve(
    at path: String, _ answer: @escaping @Sendable (String, Link, Moment) -> Void
  ) throws -> Waker {
    let socket = try Socket.listen(at: path)
    let stop = try Waker()
    let handed = Lock<Int32>(socket.release())
    try PlainThread.start(name: "server") {
      guard let loop = try? LinkLoop() else { return }
      loop.add(LinkListener(Descriptor(owning: handed.withLock { $0 }), limits: .patient))
      var isStopped = false
      while !isStopped {
        guard let events = try? loop.turn(until: loop.now.after(.milliseconds(20))) else { return }
        for case .link(let key, .message(let text)) in events {
          if let link = loop[key] { answer(String(decoding: text, as: UTF8.self), link, loop.now) }
        }
        var poll = Poll()
        let place = poll.add(stop.number, read: true, write: false)
        isStopped = (try? poll.wait(microseconds: 0)) == nil || poll.isReadable(place)
      }
    }
    return stop
  }

  private func withServer(
    _ answer: @escaping @Sendable (String, Link, Moment) -> Void,
    _ body: (LinkClient) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let stop = try serve(at: path, answer)
      defer { stop.wake() }
      try body(try LinkClient(dialing: .unix(path), limits: .patient))
    }
  }

  @Test func `a client sends and gets what is answered, in order`() throws {
    try withServer({ text, link, _ in
      for end in 1...3 { _ = link.send(Array("\(text)\(end)".utf8)) }
    }) { client in
      try client.send(Array("a".utf8))
      let limit = client.now.after(generously)
      for end in 1...3 { #expect(try client.next(until: limit) == .message(Array("a\(end)".utf8))) }
      client.close()
    }
  }

  @Test func `what is sent leaves at once, whatever the client does next`() async throws {
    let arrived = Lock<[String]>([])
    try await withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let stop = try serve(at: path) { text, _, _ in arrived.withLock { $0.append(text) } }
      defer { stop.wake() }
      let client = try LinkClient(dialing: .unix(path), limits: .patient)
      try client.send(Array("a".utf8))
      try await eventually("the message arrives") { arrived.withLock { $0 } == ["a"] }
    }
  }

  @Test func `without a message the time is over`() throws {
    try withServer({ _, _, _ in }) { client in
      let next = try client.next(until: client.now.after(.milliseconds(10)))
      #expect(next == .late)
    }
  }

  @Test func `a call wakes a client that waits`() throws {
    try withServer({ _, _, _ in }) { client in
      let waker = client.waker
      try PlainThread.start(name: "waker") { waker.wake() }
      #expect(try client.next(until: client.now.after(generously)) == .woken)
    }
  }

  @Test func `messages that came before the end are given first, then the end every time`() throws {
    try withServer({ _, link, now in
      _ = link.send(Array("last".utf8))
      link.close(code: 4_000, reason: "enough", now: now)
    }) { client in
      try client.send(Array("a".utf8))
      let limit = client.now.after(generously)
      #expect(try client.next(until: limit) == .message(Array("last".utf8)))
      for _ in 0..<2 {
        #expect(throws: LinkClosure.closedByPeer(code: 4_000, reason: "enough")) {
          try client.next(until: limit)
        }
      }
    }
  }

  @Test func `a message over the limit is the caller's mistake, told as such`() throws {
    try withServer({ _, _, _ in }) { client in
      #expect(throws: LinkClosure.self) {
        try client.send([UInt8](repeating: 0x78, count: Limits.messageBytes + 1))
      }
    }
  }

  @Test func `much is sent although the other side is slow`() throws {
    let got = Lock(0)
    try withServer({ text, link, _ in
      got.withLock { $0 += 1 }
      if text == "end" { _ = link.send(Array("done".utf8)) }
    }) { client in
      let limit = client.now.after(generously)
      let text = [UInt8](repeating: 0x78, count: 500_000)
      for _ in 0..<20 { try client.send(text, until: limit) }
      try client.send(Array("end".utf8), until: limit)
      #expect(try client.next(until: limit) == .message(Array("done".utf8)))
    }
    #expect(got.withLock { $0 } == 21)
  }
}
