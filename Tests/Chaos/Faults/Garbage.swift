import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// F13 and F14: bytes without sense, sense cut short, bits turned over, and every prefix of a message.
struct Garbage: Fault {
  let id = "F13"

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    let count = options.times(1_500, 1_000_000)
    let messages = Self.messages()
    let seed = chance.next()
    return try await Field.with { field in
      try await field.startReporters(2, bindings: 100)
      try field.startWatchers(1)
      try await field.agree()
      let memory = try field.daemonMemory
      var chance = SeededGenerator(seed: seed)
      for _ in 0..<count {
        let peer = try RawPeer(path: field.socket)
        Self.misbehave(peer, messages, &chance)
      }
      var prefixes = 0
      for message in messages {
        for length in stride(from: 0, to: message.count, by: options.times(7, 1)) {
          let peer = try RawPeer(path: field.socket).upgrade()
          try peer.send(frame: .init(opcode: 1, bytes: Array(message.prefix(length))))
          prefixes += 1
        }
      }
      try await field.agree()
      let growth = try field.daemonMemory - memory
      try hold(field.daemon.exitStatus == nil, "the daemon has ended: \(field.daemon.summary)")
      // The allocator keeps what it had at once; what grows with the count would be a hundred times it.
      try hold(growth < 65_536, "the daemon grew by \(growth) KiB")
      return ["\(count) senseless links and \(prefixes) prefixes: others fine, +\(growth) KiB"]
    }
  }

  private static func misbehave(
    _ peer: RawPeer, _ messages: [[UInt8]], _ chance: inout SeededGenerator
  ) {
    let message = messages.randomElement(using: &chance)!
    // Whoever is misbehaved to may end the link at any moment.
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: _ = peer.sendWhatGoes(noise(&chance))
    case 1:
      guard (try? peer.upgrade()) != nil else { return }
      _ = peer.sendWhatGoes(RawPeer.bytes(of: .init(opcode: 1, bytes: message)) + noise(&chance))
    case 2:
      guard (try? peer.upgrade()) != nil else { return }
      let bytes = RawPeer.bytes(of: .init(opcode: 1, bytes: message))
      _ = peer.sendWhatGoes(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &chance))))
    default:
      guard (try? peer.upgrade()) != nil else { return }
      var bytes = RawPeer.bytes(of: .init(opcode: 1, bytes: message))
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^=
          1
          << UInt8.random(
            in: 0..<8, using: &chance)
      }
      _ = peer.sendWhatGoes(bytes)
    }
  }

  private static func noise(_ chance: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...400, using: &chance)).map { _ in
      UInt8.random(in: 0...255, using: &chance)
    }
  }

  /// Messages of both roles, whole.
  private static func messages() -> [[UInt8]] {
    var encoder = MessageEncoder()
    let facts = Stranger.facts(1)
    let messages: [Message] = [
      .hello(Hello(role: .observer, implementation: "chaos")),
      .hello(Hello(role: .reporter, implementation: "chaos", instance: facts)),
      .subscribe(Subscribe(id: 1, level: .history)), .why(WhyRequest(id: 2, name: "item1.title")),
      .attach(AttachRequest(id: 3, process: .pid(1))), .list(ListRequest(id: 4)),
      .batch(Batch(sequence: 1, records: [Stranger.binding(1)])), .beat,
      .unsubscribe(Unsubscribe(id: 5, stream: 1)),
    ]
    return messages.flatMap { encoder.encode($0) }
  }
}
