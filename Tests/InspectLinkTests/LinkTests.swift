import Glibc
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct LinkTests {
  @Test func `messages go both ways`() throws {
    let (link, peer) = try openLink()
    #expect(link.send(Array("down".utf8)) == .queued)
    #expect(link.wantsWrite)
    #expect(link.turn(at(1)) == [])
    #expect(try peer.exchange().messages == ["down"])
    try peer.say(Array("up".utf8))
    #expect(link.turn(at(1)) == [.message(Array("up".utf8))])
  }

  @Test func `a message that comes in pieces is told when it is whole`() throws {
    let (link, peer) = try openLink()
    let frame = peer.machine.frame(text: Array("whole".utf8)) ?? []
    for byte in frame.dropLast() {
      try peer.write([byte])
      #expect(link.turn(at(1)) == [])
    }
    try peer.write([frame[frame.count - 1]])
    #expect(link.turn(at(1)) == [.message(Array("whole".utf8))])
  }

  @Test func `nothing is sent before the link is open`() throws {
    let (here, there) = try socketPair()
    let peer = HandWorkedPeer(there, WebSocketMachine(dialing: "", chance: SystemRandom()))
    let link = Link(accepting: Descriptor(owning: here), now: at(0))
    #expect(link.send([0x78]) == .notOpen)
    withExtendedLifetime(peer) {}
  }

  // MARK: Pressure

  @Test func `a peer that does not read bounds what waits`() throws {
    var limits = LinkLimits()
    limits.outboxBytes = 300_000
    let (link, peer) = try openLink(limits: limits)
    let text = [UInt8](repeating: 0x78, count: 10_000)
    var outcomes: [SendOutcome] = []
    for _ in 0..<1_000 {
      outcomes.append(link.send(text))
      _ = link.ready(read: false, write: true, now: at(1))
    }
    #expect(outcomes.last == .full)
    #expect(link.unsentBytes <= 300_000)
    #expect(link.unsentBytes > 280_000)
    withExtendedLifetime(peer) {}
  }

  @Test func `who was refused is told once that there is room again`() throws {
    var limits = LinkLimits()
    limits.outboxBytes = 100_000
    let (link, peer) = try openLink(limits: limits)
    let text = [UInt8](repeating: 0x78, count: 10_000)
    var sent = 0
    while link.send(text) == .queued {
      sent += 1
      _ = link.ready(read: false, write: true, now: at(1))
    }
    var events: [LinkEvent] = []
    var messages = 0
    while messages < sent {
      messages += try peer.exchange().messages.count
      events += link.turn(at(1))
    }
    #expect(events == [.drained])
    #expect(link.send(text) == .queued)
  }

  @Test func `a message larger than the bound is taken when nothing waits`() throws {
    var limits = LinkLimits()
    limits.outboxBytes = 1_000
    let (link, peer) = try openLink(limits: limits)
    #expect(link.send([UInt8](repeating: 0x78, count: 5_000)) == .queued)
    #expect(link.send([0x78]) == .full)
    _ = link.turn(at(1))
    #expect(try peer.exchange().messages.count == 1)
  }

  @Test func `a message over the limit is refused for good`() throws {
    let (link, peer) = try openLink()
    #expect(link.send([UInt8](repeating: 0x78, count: Limits.messageBytes)) == .queued)
    #expect(link.send([UInt8](repeating: 0x78, count: Limits.messageBytes + 1)) == .tooLarge)
    withExtendedLifetime(peer) {}
  }

  @Test func `one turn takes a bounded part of what is there`() throws {
    var limits = LinkLimits()
    limits.readBytes = 1_000
    let (link, peer) = try openLink(limits: limits)
    for _ in 0..<10 {
      try peer.say([UInt8](repeating: 0x78, count: 494))
    }
    #expect(link.ready(read: true, write: false, now: at(1)).count == 1)
    #expect(link.ready(read: true, write: false, now: at(1)).count == 2)
  }

  @Test func `of pings that cannot be answered yet only the newest is`() throws {
    var limits = LinkLimits()
    limits.outboxBytes = 1_000
    let (link, peer) = try openLink(limits: limits)
    // Fill the kernel's room, then ours.
    while link.send([UInt8](repeating: 0x78, count: 900)) == .queued {
      _ = link.ready(read: false, write: true, now: at(1))
    }
    for number in 0..<UInt8(200) {
      try peer.write(RawFrame(9, [number], mask: testMask).bytes)
      _ = link.ready(read: true, write: true, now: at(1))
    }
    #expect(link.unsentBytes < 2_000)
    var bytes: [UInt8] = []
    while true {
      let more = try #require(try peer.read())
      _ = link.turn(at(1))
      if more.isEmpty, link.unsentBytes == 0 { break }
      bytes += more
    }
    #expect(bytes.suffix(3) == [0x8a, 0x01, 199])
  }

  @Test func `while reading is paused nothing is wanted and nobody is given up`() throws {
    let (link, peer) = try openLink()
    link.isReadingPaused = true
    #expect(!link.wantsRead)
    #expect(link.deadline == nil)
    #expect(link.tick(now: at(1_000)) == [])
    link.isReadingPaused = false
    try peer.say([0x78])
    #expect(link.turn(at(1_001)) == [.message([0x78])])
  }

  // MARK: Time

  @Test func `a stranger that sends no request has five seconds`() throws {
    let (here, there) = try socketPair()
    let peer = HandWorkedPeer(there, WebSocketMachine(dialing: "", chance: SystemRandom()))
    let link = Link(accepting: Descriptor(owning: here), now: at(0))
    #expect(link.deadline == at(5))
    #expect(link.tick(now: at(4.9)) == [])
    #expect(link.tick(now: at(5)) == [.closed(.late(.opening))])
    #expect(link.isClosed)
    withExtendedLifetime(peer) {}
  }

  @Test func `a request that trickles in has no more time`() throws {
    let (here, there) = try socketPair()
    let peer = HandWorkedPeer(there, WebSocketMachine(dialing: "", chance: SystemRandom()))
    let link = Link(accepting: Descriptor(owning: here), now: at(0))
    for (second, byte) in "GET /".utf8.enumerated() {
      try peer.write([byte])
      #expect(link.turn(at(Double(second))) == [])
    }
    #expect(link.turn(at(5)) == [.closed(.late(.opening))])
  }

  @Test func `after ten seconds of silence the peer is asked, and its answer counts`() throws {
    let (link, peer) = try openLink()
    #expect(link.deadline == at(10))
    #expect(link.tick(now: at(10)) == [])
    #expect(try peer.read() == [0x89, 0x00])
    try peer.write(RawFrame(10, [], mask: testMask).bytes)
    #expect(link.turn(at(20)) == [])
    #expect(link.deadline == at(30))
  }

  @Test func `after twenty-five seconds of silence the peer is gone`() throws {
    let (link, peer) = try openLink()
    _ = link.tick(now: at(10))
    #expect(link.deadline == at(25))
    #expect(link.tick(now: at(24.9)) == [])
    #expect(link.tick(now: at(25)) == [.closed(.late(.life))])
    withExtendedLifetime(peer) {}
  }

  @Test func `whoever slept itself gives the peer another chance`() throws {
    let (link, peer) = try openLink()
    _ = link.tick(now: at(10))
    #expect(link.tick(now: at(70)) == [])
    #expect(try peer.read() == [0x89, 0x00, 0x89, 0x00])
    #expect(link.tick(now: at(85)) == [.closed(.late(.life))])
  }

  // MARK: End

  @Test func `a close is told when the other side has taken note`() throws {
    let (link, peer) = try openLink()
    link.close(code: 1_001, reason: "bye", now: at(1))
    #expect(link.send([0x78]) == .notOpen)
    #expect(link.turn(at(1)) == [])
    let actions = try peer.exchange()
    #expect(actions.last == .ended(.closedByPeer(code: 1_001, reason: "bye")))
    #expect(link.turn(at(1)) == [])
    #expect(try peer.read() == nil)
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    #expect(link.turn(at(1)) == [.closed(.closed(code: 1_001))])
    #expect(link.descriptor == -1)
  }

  @Test func `a peer that does not take note of a close has two seconds`() throws {
    let (link, peer) = try openLink()
    link.close(now: at(1))
    #expect(link.turn(at(2.9)) == [])
    #expect(link.turn(at(3)) == [.closed(.closed(code: 1_000))])
    withExtendedLifetime(peer) {}
  }

  @Test func `a close by the peer is answered and told with its reason`() throws {
    let (link, peer) = try openLink()
    try peer.write(peer.machine.close(code: 4_000, reason: "enough").sent)
    #expect(link.turn(at(1)) == [])
    #expect(try peer.exchange() == [.ended(.closed(code: 4_000))])
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    #expect(link.turn(at(1)) == [.closed(.closedByPeer(code: 4_000, reason: "enough"))])
  }

  @Test func `a peer that vanishes is told as lost`() throws {
    let (link, peer) = try openLink()
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    #expect(link.turn(at(1)) == [.closed(.lost)])
  }

  @Test func `what came before the peer vanished is told first`() throws {
    let (link, peer) = try openLink()
    try peer.say([0x78])
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    var events = link.turn(at(1))
    events += link.turn(at(1))
    #expect(events == [.message([0x78]), .closed(.lost)])
  }

  @Test func `the last words of a peer are read although writing to it fails`() throws {
    let (here, there) = try socketPair()
    let link = Link(accepting: Descriptor(owning: here), now: at(0))
    do {
      let peer = HandWorkedPeer(
        there, WebSocketMachine(dialing: "localhost", chance: SeededGenerator(seed: 2)))
      try peer.write(peer.machine.start().sent)
      _ = link.turn(at(0))
      _ = try peer.exchange()
      try peer.write(peer.machine.close(code: 1_001, reason: "restart").sent)
    }
    #expect(link.send([0x78]) == .queued)
    #expect(link.ready(read: false, write: true, now: at(1)) == [])
    var events = link.turn(at(1))
    events += link.turn(at(1))
    #expect(events == [.closed(.closedByPeer(code: 1_001, reason: "restart"))])
  }

  @Test func `a peer against the rules gets the code before the socket closes`() throws {
    let (link, peer) = try openLink()
    // Much more behind it, which is never read as frames.
    try peer.write(RawFrame.text("x").bytes + [UInt8](repeating: 0xff, count: 50_000))
    #expect(link.turn(at(1)) == [])
    let answer = try #require(try peer.read())
    #expect(answer.prefix(1) == [0x88] && answer[2...3] == [0x03, 0xea])
    #expect(try peer.read() == nil)
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    #expect(
      link.turn(at(1)) == [.closed(.fault(WebSocketFault(.notMasked, offset: 0)))])
  }

  @Test func `a message before a fault is answered although both came at once`() throws {
    let (link, peer) = try openLink()
    try peer.write(
      RawFrame.text("ask", mask: testMask).bytes + RawFrame(3, mask: testMask).bytes)
    #expect(link.turn(at(1)) == [.message(Array("ask".utf8))])
    #expect(link.deadline.map { $0 < at(0) } == true)
    #expect(link.send(Array("answer".utf8)) == .queued)
    #expect(link.turn(at(1)) == [])
    let answer = try #require(try peer.read())
    #expect(answer.starts(with: RawFrame.text("answer").bytes))
    #expect(answer.dropFirst(8).first == 0x88)
    #expect(try peer.read() == nil)
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    #expect(
      link.turn(at(1)) == [.closed(.fault(WebSocketFault(.unknownOpcode(3), offset: 9)))])
  }

  @Test func `a stranger gets an answer of HTTP and the socket closes`() throws {
    let (here, there) = try socketPair()
    let peer = HandWorkedPeer(there, WebSocketMachine(dialing: "", chance: SystemRandom()))
    let link = Link(accepting: Descriptor(owning: here), now: at(0))
    try peer.write(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
    #expect(link.turn(at(0)) == [])
    let answer = String(decoding: try #require(try peer.read()), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
    #expect(try peer.read() == nil)
    #expect(link.turn(at(2)) == [.closed(.handshake(.noUpgrade))])
  }

  @Test func `a link that is let go without a word sends nothing`() throws {
    let (link, peer) = try openLink()
    _ = link.send([0x78])
    link.abandon()
    #expect(link.turn(at(1)) == [])
    #expect(link.deadline == nil)
    #expect(try peer.read() == nil)
  }

  @Test func `writing to a peer that is gone leaves the process alive and SIGPIPE as it was`()
    throws
  {
    let (link, peer) = try openLink()
    shutdown(peer.socket.number, Int32(SHUT_RDWR))
    for _ in 0..<5 {
      _ = link.send([UInt8](repeating: 0x78, count: 10_000))
      _ = link.ready(read: false, write: true, now: at(1))
    }
    var action = sigaction()
    sigaction(SIGPIPE, nil, &action)
    #expect(action.__sigaction_handler.sa_handler == nil)
    #expect(link.turn(at(1)) == [.closed(.lost)])
  }
}
