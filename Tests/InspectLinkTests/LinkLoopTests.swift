import Glibc
import InspectLink
import InspectSystem
import InspectWire
import Synchronization
import TestSupport
import Testing

/// Listeners and links of both ends in one loop, over real sockets.
@Suite struct LinkLoopTests {
  /// A loop with a listener, and a way to run it until something is seen.
  private final class Scene {
    let loop: LinkLoop
    var events: [LinkLoop.Event] = []

    init() throws { loop = try LinkLoop() }

    func run(_ what: String, until condition: ([LinkLoop.Event]) -> Bool) throws {
      let limit = loop.now.after(generously)
      while !condition(events) {
        guard loop.now < limit else { throw WaitFailure("\(what): seen \(events)") }
        events += try loop.turn(until: limit)
      }
    }

    func messages(on key: LinkLoop.Key) -> [String] {
      events.compactMap {
        if case .link(key, .message(let text)) = $0 {
          String(decoding: text, as: UTF8.self)
        } else {
          nil
        }
      }
    }

    var arrived: [LinkLoop.Key] {
      events.compactMap { if case .arrived(let key) = $0 { key } else { nil } }
    }

    func openedCount(_ events: [LinkLoop.Event]) -> Int {
      events.count { if case .link(_, .opened) = $0 { true } else { false } }
    }
  }

  private func meet(_ scene: Scene, at path: String, count: Int = 1) throws -> [LinkLoop.Key] {
    scene.loop.add(LinkListener(try Socket.listen(at: path), limits: .patient))
    let keys = try (0..<count).map { _ in
      scene.loop.add(try Link(dialing: .unix(path), limits: .patient, now: scene.loop.now))
    }
    try scene.run("all links open") { scene.openedCount($0) == 2 * count }
    return keys
  }

  @Test func `links over a Unix socket open and carry messages both ways`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let near = try meet(scene, at: folder.path("a.sock"))[0]
      let far = try #require(scene.arrived.first)
      #expect(scene.loop[near]?.send(Array("up".utf8)) == .queued)
      #expect(scene.loop[far]?.send(Array("down".utf8)) == .queued)
      try scene.run("both messages") { _ in
        scene.messages(on: near) == ["down"] && scene.messages(on: far) == ["up"]
      }
    }
  }

  @Test func `a fault in one piece with a message ends the link at once`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let near = try meet(scene, at: folder.path("a.sock"))[0]
      let far = try #require(scene.arrived.first)
      #expect(scene.loop[near]?.send(Array("up".utf8)) == .queued)
      #expect(scene.loop[near]?.send(binary: [1, 2]) == .queued)
      let start = scene.loop.now
      try scene.run("the end of both") { events in
        events.count { if case .link(_, .closed) = $0 { true } else { false } } == 2
      }
      #expect(scene.messages(on: far) == ["up"])
      // Nothing else wakes the loop: a sleep too long lasts until the links are asked for life.
      #expect(scene.loop.now < start.after(.seconds(5)))
    }
  }

  @Test func `links over loopback open and carry messages`() throws {
    let scene = try Scene()
    let socket = try Socket.listen(onLoopbackPort: 0)
    let port = try Socket.port(of: socket.number)
    scene.loop.add(LinkListener(socket, limits: .patient, admits: nil))
    let near = scene.loop.add(
      try Link(dialing: .loopback(port), limits: .patient, now: scene.loop.now))
    try scene.run("both ends open") { scene.openedCount($0) == 2 }
    let far = try #require(scene.arrived.first)
    #expect(scene.loop[near]?.send(Array("up".utf8)) == .queued)
    try scene.run("the message") { _ in scene.messages(on: far) == ["up"] }
  }

  @Test func `who dials a Unix socket is known by the kernel`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      _ = try meet(scene, at: folder.path("a.sock"))
      let peer = scene.arrived.first.flatMap { scene.loop[$0]?.peer }
      #expect(peer?.pid == getpid())
      #expect(peer?.isOwnUser == true)
    }
  }

  @Test func `who may not dial is refused before anything is read`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let path = folder.path("a.sock")
      scene.loop.add(
        LinkListener(try Socket.listen(at: path), limits: .patient, admits: { _ in false }))
      let near = scene.loop.add(
        try Link(dialing: .unix(path), limits: .patient, now: scene.loop.now))
      try scene.run("the end of the link") { events in
        events.contains { if case .link(near, .closed) = $0 { true } else { false } }
      }
      #expect(
        scene.events.contains {
          if case .refused(let peer) = $0 { peer.pid == getpid() } else { false }
        })
      #expect(scene.arrived.isEmpty)
    }
  }

  @Test func `many links are served at once, each in order`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let keys = try meet(scene, at: folder.path("a.sock"), count: 50)
      for number in 0..<20 {
        for key in keys { #expect(scene.loop[key]?.send(Array("\(number)".utf8)) == .queued) }
      }
      let expected = (0..<20).map(String.init)
      try scene.run("all messages") { _ in
        scene.arrived.allSatisfy { scene.messages(on: $0).count == 20 }
      }
      #expect(scene.arrived.count == 50)
      #expect(scene.arrived.allSatisfy { scene.messages(on: $0) == expected })
    }
  }

  @Test func `a large message goes through in many turns`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let near = try meet(scene, at: folder.path("a.sock"))[0]
      let text = [UInt8](repeating: 0x78, count: Limits.messageBytes)
      #expect(scene.loop[near]?.send(text) == .queued)
      let far = try #require(scene.arrived.first)
      try scene.run("the message") { events in events.contains(.link(far, .message(text))) }
    }
  }

  @Test func `a link that closes is told at both ends and leaves the loop`() throws {
    try withTemporaryFolder { folder in
      let scene = try Scene()
      let near = try meet(scene, at: folder.path("a.sock"))[0]
      let far = try #require(scene.arrived.first)
      scene.loop[near]?.close(reason: "done", now: scene.loop.now)
      try scene.run("both ends") { events in
        events.contains(.link(near, .closed(.closed(code: 1_000))))
          && events.contains(.link(far, .closed(.closedByPeer(code: 1_000, reason: "done"))))
      }
      #expect(scene.loop.keys.isEmpty)
    }
  }

  @Test func `another thread wakes the loop`() throws {
    let scene = try Scene()
    let waker = scene.loop.waker
    try PlainThread.start(name: "waker") { waker.wake() }
    try scene.run("the call") { $0.contains(.woken) }
  }

  @Test func `many calls are one`() throws {
    let loop = try LinkLoop()
    for _ in 0..<100 { loop.waker.wake() }
    #expect(try loop.turn(until: loop.now) == [.woken])
    #expect(try loop.turn(until: loop.now) == [])
  }

  @Test func `a turn ends when its time is over`() throws {
    let loop = try LinkLoop()
    let limit = loop.now.after(.milliseconds(20))
    #expect(try loop.turn(until: limit) == [])
    #expect(loop.now >= limit)
  }

  @Test func `a loop that is let go tells the other side nothing but the end`() throws {
    try withTemporaryFolder { folder in
      let path = folder.path("a.sock")
      let other = try LinkLoop()
      other.add(LinkListener(try Socket.listen(at: path), limits: .patient))
      let loop = try LinkLoop()
      let link = try Link(dialing: .unix(path), limits: .patient, now: loop.now)
      loop.add(link)
      var events: [LinkLoop.Event] = []
      try eventuallyHere("the link opens", seen: { events }) {
        events += try loop.turn(until: loop.now) + other.turn(until: other.now)
        return link.isOpen
      }
      loop.abandon()
      try eventuallyHere("the end", seen: { events }) {
        events += try other.turn(until: other.now)
        return events.contains { if case .link(_, .closed(.lost)) = $0 { true } else { false } }
      }
    }
  }

  @Test func `a listener out of descriptors rests instead of spinning`() async {
    await #expect(processExitsWith: .success) {
      let status: Int32 = try withTemporaryFolder { folder in
        let path = folder.path("a.sock")
        let loop = try LinkLoop()
        loop.add(LinkListener(try Socket.listen(at: path), limits: .patient))
        loop.add(try Link(dialing: .unix(path), limits: .patient, now: loop.now))
        var limit = rlimit(rlim_cur: 256, rlim_max: 1_024)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var turns = 0
        let end = loop.now.after(.milliseconds(350))
        while loop.now < end {
          // Each time: the test library may have let go of one of its own.
          while open("/dev/null", O_RDONLY) >= 0 {}
          guard try loop.turn(until: end).isEmpty else { return 3 }
          turns += 1
        }
        // One try each 100 ms.
        guard turns < 12 else { return 4 }
        limit.rlim_cur = 1_024
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let last = loop.now.after(generously)
        while loop.now < last {
          for case .arrived in try loop.turn(until: last) { return 0 }
        }
        return 5
      }
      exit(status)
    }
  }
}
