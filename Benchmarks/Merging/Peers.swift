import BenchmarkStage
import Glibc
import InspectSystem

/// The brokers of the field with the same workload, which deliver each update.
///
/// Their programs are C, built here; `BINDINSPECT_PEERS` says where they lie.
struct Peers {
  /// A broker and its two programs.
  struct Peer {
    let name: String
    let broker: [String]
    let port: UInt16
    /// The one that is run, and starts the other.
    let program: String
    let programs: [String]
    let library: String
  }

  let all: [Peer]
  private let folder: String
  private let brokers: [Companion]

  /// Builds the programs and starts the brokers; nil where something of it is not installed.
  init?(in place: RuntimeFolder) throws {
    try place.make()
    let folder = place.path
    guard let sources = Environment.value("BINDINSPECT_PEERS") else { return nil }
    let settings = "\(folder)/mosquitto.conf"
    all = [
      Peer(
        name: "nats", broker: ["/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", "14222"],
        port: 14222, program: "nats_peer", programs: ["nats_peer", "nats_pub"], library: "nats"),
      Peer(
        name: "mosquitto", broker: ["/usr/sbin/mosquitto", "-c", settings], port: 11883,
        program: "mosquitto_sub", programs: ["mosquitto_sub", "mosquitto_pub_peer"],
        library: "mosquitto"),
      Peer(
        name: "redis",
        broker: [
          "/usr/bin/redis-server", "--port", "16379", "--bind", "127.0.0.1", "--save", "",
          "--client-output-buffer-limit", "pubsub 0 0 0",
        ], port: 16379, program: "redis_sub", programs: ["redis_sub", "redis_pub"],
        library: "hiredis"),
    ]
    self.folder = folder
    guard all.allSatisfy({ access($0.broker[0], X_OK) == 0 }) else { return nil }
    for peer in all {
      for name in peer.programs {
        let run = try Spawn.output(
          of: "/usr/bin/gcc",
          ["-O2", "-o", "\(folder)/\(name)", "\(sources)/\(name).c", "-l\(peer.library)"],
          limit: 1 << 20)
        guard run.status == 0 else { return nil }
      }
    }
    try WholeFile.write(
      Array(
        """
        listener 11883 127.0.0.1
        allow_anonymous true
        max_queued_messages 0
        max_inflight_messages 0

        """.utf8), to: settings)
    brokers = all.map { Companion($0.broker[0], Array($0.broker.dropFirst())) }
    for peer in all {
      while !Self.isServed(peer.port) { usleep(10_000) }
    }
  }

  /// Updates a second, in millions.
  ///
  /// A peer's program that waits for what its broker dropped never ends; it is given three tries.
  func rate(of peer: Peer, bindings: Int, updates: Int) throws -> Double {
    for _ in 0..<3 {
      let (output, status) = try Spawn.output(
        of: "/bin/sh",
        [
          "-c",
          "cd '\(folder)' && exec timeout \(10 + updates / 50_000) ./\(peer.program) \(bindings) \(updates)",
        ],
        limit: 1 << 20)
      let words = String(decoding: output, as: UTF8.self).split { $0 == " " || $0 == "\n" }
      guard status == 0, let word = words.first(where: { $0.hasPrefix("updates_per_s=") }),
        let rate = Double(word.dropFirst("updates_per_s=".count))
      else { continue }
      return rate / 1e6
    }
    preconditionFailure("\(peer.name) did not deliver in three tries")
  }

  private static func isServed(_ port: UInt16) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    } == 0
  }

  /// Ends the brokers; they have to run still.
  func end() { for broker in brokers { broker.end() } }
}
