import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct ForeignSocketTests {
  @Test func `a socket of another user's is not spoken with`() async throws {
    try await withTemporaryFolder { folder in
      let open = try folder.makeFolder("open", mode: 0o777)
      chmod(folder.path, 0o755)
      let path = "\(open)/theirs.sock"
      let script = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print("listens", flush=True)
        link, _ = s.accept(); link.settimeout(10); print("heard", len(link.recv(100)), flush=True)
        """
      try await withProgram(
        "/usr/bin/setpriv",
        [
          "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c",
          script,
          path,
        ]
      ) { program in
        try await program.waitForOutput("listens")
        let now = Moment(microseconds: SystemClock.monotonicMicroseconds)
        let closure = #expect(throws: LinkClosure.self) {
          try Link(dialing: .unix(path), now: now)
        }
        guard case .failed(let error)? = closure else {
          Issue.record("\(String(describing: closure))")
          return
        }
        #expect(error.isForbidden)
        try await program.waitForOutput("heard 0")
      }
    }
  }
}
