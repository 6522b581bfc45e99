import Glibc
import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// An observer that follows all processes, and comes back when its link is lost.
final class Watcher: Sendable {
  /// What it has seen.
  struct Seen {
    var fleet = ObservedFleet(stream: 1)
    /// Welcomes so far.
    var welcomes = 0
    /// Why snapshots began, in the hub's words.
    var beginnings: [String] = []
    /// What the hub said about the stream.
    var notes: [Note] = []
    /// Why its link was lost last.
    var closure = "none"
    var isStopped = false
  }

  private let seen = Lock(Seen())

  init(_ socket: String) throws {
    try PlainThread.start(name: "watcher") { [self] in
      while !seen.withLock({ $0.isStopped }) {
        do {
          try follow(socket)
        } catch {
          // A daemon that is not there is what this is about.
          seen.withLock { $0.closure = "\(error)" }
        }
        usleep(20_000)
      }
    }
  }

  func stop() { seen.withLock { $0.isStopped = true } }

  /// What it has seen so far.
  func look<Result>(_ body: (Seen) -> Result) -> Result { seen.withLock { body($0) } }

  /// What its picture differs in from what the programs say.
  func differences(from truths: [Truth]) -> [String] {
    seen.withLock { seen in
      guard seen.fleet.isWhole else { return ["no whole snapshot yet"] }
      return truths.flatMap { truth -> [String] in
        let own = seen.fleet.processes.values.filter {
          $0.entry?.facts.pid == truth.pid && $0.entry?.state == .live
        }
        guard let process = own.first, own.count == 1 else {
          return ["\(truth.pid) is there \(own.count) times"]
        }
        return truth.differences(from: process)
      }
    }
  }

  /// How it has fared, for who looks for a fault.
  var summary: String {
    seen.withLock { seen in
      "\(seen.welcomes) welcomes, snapshots \(seen.beginnings), \(seen.fleet.gaps) gaps, "
        + "whole: \(seen.fleet.isWhole), last closure: \(seen.closure), "
        + "notes \(seen.notes.map(\.kind))"
    }
  }

  /// One link, to its end.
  private func follow(_ socket: String) throws {
    let client = try LinkClient(dialing: .unix(socket))
    defer { client.close() }
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let cursor = seen.withLock { seen in
      seen.fleet = ObservedFleet(stream: 1, resuming: seen.fleet)
      return seen.fleet.cursor
    }
    for message: Message in [
      .hello(Hello(role: .observer, implementation: "chaos")),
      .subscribe(Subscribe(id: 1, level: .status, cursor: cursor)),
    ] {
      for frame in encoder.encode(message) { try client.send(frame) }
    }
    while !seen.withLock({ $0.isStopped }) {
      guard case .message(let frame) = try client.next(until: client.now.after(.seconds(1))) else {
        continue
      }
      guard let message = try decoder.decode(frame) else { continue }
      let isGap = seen.withLock { seen in
        if case .welcome = message { seen.welcomes += 1 }
        switch seen.fleet.apply(message) {
        case .began(let why): seen.beginnings.append(why)
        case .note(let note): seen.notes.append(note)
        case .gap: return true
        default: break
        }
        return false
      }
      if isGap { return }
    }
  }
}
