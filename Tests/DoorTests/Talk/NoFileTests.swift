import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  @Suite struct NoFiles {
    static var canTrace: Bool {
      (try? Spawn.output(of: "/usr/bin/strace", ["-qq", "-o", "/dev/null", "/bin/true"]))?.status
        == 0
    }

    @Test(.enabled(if: Self.canTrace, "strace may not trace here"))
    func `T7: no file is opened while pages are served, whatever is asked for`() async throws {
      try await withDoor { door in
        let trace = door.folder.path + ".trace"
        defer { try? FileManager.default.removeItem(atPath: trace) }
        try await withProgram(
          "/usr/bin/strace",
          ["-f", "-e", "trace=%file,openat2", "-o", trace, "-p", "\(door.daemon.pid)"]
        ) { strace in
          try await strace.waitForError("attached")
          for request in HostileRequest.pages + HostileRequest.rest {
            let peer = try door.dial()
            try peer.send(request.text.replacing("PORT", with: "\(door.port)"))
            _ = try peer.readHead()
          }
          strace.send(signal: Signals.terminate)
          try await strace.waitForExit()
        }
        // Now and then it looks whether its own files are still there, and at nothing else.
        let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
          .filter { $0.contains("(") && !$0.contains("---") && !$0.contains("+++") }
          .filter { !$0.contains("stat") || !$0.contains(door.folder.path) }
          .filter { !$0.contains("AT_EMPTY_PATH") }
        #expect(calls.isEmpty, "\(calls)")
      }
    }
  }
}
