import InspectSystem
import InspectWire
import TestSupport

/// F18: a daemon that may open 64 descriptors, and 200 that want in.
struct FewDescriptors: Fault {
  let id = "F18"

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    try await withTemporaryFolder { folder in
      let log = folder.path("log")
      let daemon = try startProgram(
        "/bin/sh",
        [
          "-c", "ulimit -n 64; exec \"$0\" --folder \"$1\" --log \"$2\"",
          BuiltProgram.path("inspectord"), folder.path, log,
        ], error: .null)
      defer { daemon.kill() }
      let socket = folder.path("daemon.sock")
      try await eventually("the daemon serves", seen: { daemon.summary }) {
        (try? RawPeer(path: socket).upgrade()) != nil
      }
      let before = OtherProcess.cpuMilliseconds(of: daemon.pid)
      let start = SystemClock.monotonicMicroseconds
      // Beyond the daemon's means the kernel holds them in its queue, or turns them away.
      var peers = (0..<200).compactMap { _ in try? RawPeer(path: socket) }
      pass(milliseconds: UInt32(options.times(3_000, 30_000)))
      let seconds = Double(SystemClock.monotonicMicroseconds - start) / 1_000_000
      let used = OtherProcess.cpuMilliseconds(of: daemon.pid) - before
      let share = Double(used) / seconds / 10
      let lines = try WholeFile.read(log, limit: 16 << 20).count { $0 == 10 }
      try hold(daemon.exitStatus == nil, "the daemon has ended: \(daemon.summary)")
      try hold(share < 25, "the daemon takes \(share) % of a processor")
      try hold(Double(lines) < 10 * seconds + 20, "\(lines) lines of log in \(seconds) s")
      let count = peers.count
      peers = []
      try await eventually("the daemon serves again", seen: { daemon.summary }) {
        (try? RawPeer(path: socket).upgrade()) != nil
      }
      return [
        "\(count) links at 64 descriptors: \(Int(share)) % of a processor, \(lines) log lines"
      ]
    }
  }
}
