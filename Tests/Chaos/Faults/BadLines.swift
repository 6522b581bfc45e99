import InspectSystem
import TestSupport

/// F12: lines that are late and uneven; the state is right, and nothing but the delay grows.
struct BadLines: Fault {
  let id = "F12"

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    let seed = chance.next()
    let seconds = options.times(3, 300)
    return try await Field.with { field in
      let relay = try Relay(field.folder.path("relay.sock"), to: field.socket, seed: seed)
      defer { relay.stop() }
      try await field.startReporters(3, bindings: 100, by: field.folder.path("relay.sock"))
      try field.startWatchers(2, by: field.folder.path("relay.sock"))
      try field.startWatchers(1)
      try await field.agree()
      try field.tell { "churn \(seed >> 33 &+ UInt64($0)) 300 \(seconds * 1_000)" }
      pass(milliseconds: UInt32(seconds) * 1_000)
      let lag = try await field.agree()
      let notes = field.watchers.map { $0.look(\.notes).count }
      let welcomes = field.watchers.map { $0.look(\.welcomes) }
      try hold(welcomes.allSatisfy { $0 == 1 }, "links were lost on the way: \(welcomes) welcomes")
      try hold(lag < 5_000, "the last state came \(lag) ms late")
      return [
        "200 to 450 ms each way, one piece of 20 twice as late, one of 8 in single bytes: "
          + "0 differences, whole \(lag) ms after the last change, notes \(notes)"
      ]
    }
  }
}
