import Foundation
import InspectServer
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct Serving {
  @Test func `a reader that stalls holds nobody up and no memory`() throws {
    let host = try TestServer()
    let stalled = try host.dial().upgrade()
    try stalled.send(message: "flood")
    let other = try host.dial().upgrade()
    for round in 0..<200 {
      try other.send(message: "round \(round)")
      #expect(try other.readMessage().text == "round \(round)")
    }
    let frames = Lock<UInt64?>(nil)
    host.server.post { server in
      let count = server.counters.frames
      frames.withLock { $0 = count }
    }
    try eventuallyHere("an answer") { frames.withLock { $0 != nil } }
    // 500 frames of 40,000 bytes: all but a few still lie with the handler, who could merge them.
    #expect((frames.withLock { $0 } ?? .max) < 200 + 250)
  }

  @Test func `all frames arrive once it reads again`() throws {
    let host = try TestServer()
    let peer = try host.dial().upgrade()
    try peer.send(message: "flood")
    for _ in 0..<500 { #expect(try peer.readMessage().bytes.count == 40_000) }
  }

  @Test func `posts run in the order of their thread`() throws {
    let host = try TestServer()
    let order = Lock<[Int: [Int]]>([:])
    let threads = 4
    let posts = 2_000
    for thread in 0..<threads {
      try PlainThread.start(name: "poster") {
        for number in 0..<posts {
          host.server.post { _ in order.withLock { $0[thread, default: []].append(number) } }
        }
      }
    }
    try eventuallyHere("all posts") {
      order.withLock { $0.values.reduce(0) { $0 + $1.count } } == threads * posts
    }
    for thread in 0..<threads {
      #expect(order.withLock { $0[thread] } == Array(0..<posts))
    }
  }

  @Test func `a handler is woken at the moment it asked for`() throws {
    let host = try TestServer()
    let peer = try host.dial().upgrade()
    try peer.send(message: "tick")
    try eventuallyHere("a tick") { host.seen.withLock { $0.ticks.count } == 1 }
  }

  @Test func `a peer that gives no sign of life is ended`() throws {
    let host = try TestServer {
      $0.pingSeconds = 1
      $0.hangUpSeconds = 2
    }
    let peer = try host.dial().upgrade()
    #expect(try peer.readFrame().opcode == 9)
    _ = try peer.readToEnd()
    try eventuallyHere("its end") { host.seen.withLock { $0.closed.count } == 1 }
  }

  @Test func `stopping tells those who are there`() throws {
    let host = try TestServer { $0.closingSeconds = 10 }
    let peer = try host.dial().upgrade()
    host.server.stop()
    #expect(try #require(try peer.readMessage().closing) == (1_001, "the daemon ends"))
    try peer.send(frame: .init(opcode: 8, bytes: [0x03, 0xe9]))
    host.server.waitUntilEnded()
    #expect(host.seen.withLock { $0.closed.count } == 1)
    #expect(!FileManager.default.fileExists(atPath: host.address.socketPath))
    // Not the port: another test may have been given it by now.
    #expect(throws: SystemError.self) { try host.dialUnix() }
  }

  @Test func `stopping does not wait for those who answer nothing`() throws {
    let host = try TestServer { $0.closingSeconds = 1 }
    let stalled = try host.dial().upgrade()
    try stalled.send(message: "flood")
    let silent = try host.dial()
    try silent.send("GET")
    host.server.stop()
    host.server.waitUntilEnded()
    #expect(host.seen.withLock { $0.closed.count == $0.opened.count })
  }

  @Test func `the server answers after it has stopped`() async throws {
    let host = try TestServer()
    _ = try host.dial().upgrade()
    host.server.stop()
    host.server.waitUntilEnded()
    #expect(await host.server.counters.upgraded == 1)
    await host.server.requestWrite(to: ConnectionID(1))
    await host.server.close(ConnectionID(1), code: 1_001, reason: "")
  }

  @Test func `the server answers before it has started`() async throws {
    let folder = try OwnFolder()
    let server = try WebSocketServer(
      configuration: ServerConfiguration(
        socketPath: folder.path(of: "d.sock"), port: nil, pages: [:], log: { _ in },
        clock: { Moment(microseconds: 0) }),
      handler: EchoHandler(Lock(EchoHandler.Seen())))
    #expect(await server.counters == ServerCounters())
  }

  @Test func `fifty starts and stops leave nothing open`() async {
    // A process of its own: descriptors are counted.
    await #expect(processExitsWith: .success) {
      func round() throws {
        let host = try TestServer()
        let peer = try host.dial().upgrade()
        try peer.send(message: "hello")
        _ = try peer.readMessage()
      }
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      for _ in 1...3 { try round() }
      let before = try descriptors()
      for _ in 1...50 { try round() }
      var after = try descriptors()
      for _ in 1...1_000 where after > before {
        usleep(5_000)
        after = try descriptors()
      }
      precondition(after <= before, "\(before) descriptors before, \(after) after")
    }
  }

  @Test func `a server without descriptors rests instead of spinning`() async {
    await #expect(processExitsWith: .success) {
      let host = try TestServer { $0.connections = 10_000 }
      DescriptorLimit.set(64)
      var peers: [RawPeer] = []
      while let peer = try? host.dial() { peers.append(peer) }
      var used = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
      let before = used.ru_utime.tv_sec * 1_000_000 + used.ru_utime.tv_usec
      usleep(1_000_000)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &used)
      let busy = used.ru_utime.tv_sec * 1_000_000 + used.ru_utime.tv_usec - before
      precondition(busy < 300_000, "\(busy) µs of one second")
      let lines = host.log.withLock { $0.filter { $0.kind == "shortage" }.count }
      precondition(lines < 40, "\(lines) lines")
      peers = []
      DescriptorLimit.set(1_024)
      _ = try host.dial().upgrade()
    }
  }
}
