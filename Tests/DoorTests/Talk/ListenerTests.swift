import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// What the kernel says of the daemon's listeners, and who reaches them.
  @Suite struct Listeners {
    @Test func `the kernel's table lists two loopback addresses and nothing else`() async throws {
      try await withDoor { door in
        let found = try Self.listeners(of: door.daemon.pid)
        #expect(
          Set(found) == [
            "0100007F:\(Self.hex(door.port))",
            "00000000000000000000000001000000:\(Self.hex(door.port))",
          ])
        #expect(found.count == 2)
      }
    }

    @Test func `without a port there is none`() async throws {
      try await withDoor(["--port", "none"]) { door in
        let found = try Self.listeners(of: door.daemon.pid)
        #expect(found.isEmpty)
        #expect(door.file.port == nil && door.file.token == nil)
      }
    }

    @Test(arguments: ["0.0.0.0:80", "*:80", "::", "127.0.0.1:80", "localhost:1"])
    func `the port's option takes no address`(_ value: String) async throws {
      let run = try await runProgram("inspectord", ["--port", value])
      #expect(run.status == 64)
    }

    @Test func `both addresses answer, each by its own name`() async throws {
      try await withDoor { door in
        for (host, flag) in [("127.0.0.1", "-4"), ("[::1]", "-6"), ("localhost", "-4")] {
          let url = "http://\(host):\(door.port)/"
          let run = try await runProgram(
            "/usr/bin/curl", ["-s", flag, "-g", "--noproxy", "*", url])
          #expect(run.status == 0 && run.output.contains("inspectord"), "\(host): \(run)")
        }
      }
    }

    @Test(.enabled(if: Self.canMakeNamespaces, "no network namespaces can be made here"))
    func `from another network namespace nothing is reached`() async throws {
      try await withDoor { door in
        // A pair of cables between the two, so that there is an address to call at all.
        let script = """
          ip link add bi-veth0 type veth peer name bi-veth1 && ip addr add 10.231.77.1/24 dev bi-veth0 \
            && ip link set bi-veth0 up || exit 3
          unshare --net sh -c '
            echo $$ > "$0"; read go
            ip addr add 10.231.77.2/24 dev bi-veth1 && ip link set bi-veth1 up && ip link set lo up
            for host in 10.231.77.1 127.0.0.1; do
              curl -s -m 5 --noproxy "*" "http://$host:$1/" >/dev/null; echo "$host $?"
            done' "$1" "$2" < "$1.go" &
          exec 9>"$1.go"
          until [ -s "$1" ]; do sleep 0.05; done
          ip link set bi-veth1 netns "$(cat "$1")" && echo go >&9
          wait; ip link del bi-veth0
          """
        mkfifo(door.folder.path("pid.go"), 0o600)
        let answer = try await runProgram(
          "/bin/bash", ["-c", script, "bash", door.folder.path("pid"), "\(door.port)"])
        // 7: nobody takes a connection there.
        #expect(answer.lines == ["10.231.77.1 7", "127.0.0.1 7"], "\(answer)")
      }
    }

    static var canMakeNamespaces: Bool {
      geteuid() == 0
        && (try? Spawn.output(of: "/usr/bin/unshare", ["--net", "/bin/true"]))?.status == 0
        && FileManager.default.isExecutableFile(atPath: "/usr/sbin/ip")
    }

    // A10
    @Test func `A10: a port that is taken names its holder, and a general variable chooses none`()
      async throws
    {
      let other = try Socket.listen(onLoopbackPort: 0)
      let port = try Socket.port(of: other.number)
      try await withTemporaryFolder { folder in
        let run = try await runProgram(
          "inspectord", ["--folder", folder.path, "--port", "\(port)"],
          environment: ["PORT": "8080"])
        #expect(run.status == 6)
        #expect(run.errorOutput.contains("Port \(port)"))
        #expect(run.errorOutput.contains("(pid \(Environment.ownPID))"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("leave --port out for a free one"))
        #expect(try folder.names().isEmpty)
      }
      try await withDoor(environment: ["PORT": "\(port)"]) { door in
        #expect(door.port != port && door.port > 1_023)
        // Clients find the address in the folder, without being told.
        let run = try await runProgram(
          "inspect-cli", ["status", "--json"], environment: ["BINDINSPECT_FOLDER": door.folder.path]
        )
        #expect(run.output.contains("\(door.port)"))
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `I3: with an open mask another user gets nothing from socket, file or port`() async throws
    {
      try await withTemporaryFolder { folder in
        let open = try folder.makeFolder("open", mode: 0o700)
        try await withProgram(
          "/bin/bash",
          [
            "-c", "umask 000; exec \"$0\" --folder \"$1\"", try BuiltProgram.path("inspectord"),
            open,
          ]
        ) { daemon in
          var found: Int32?
          try await eventually("it serves", seen: { daemon.summary }) {
            found = FileManager.default.fileExists(atPath: open + "/daemon.json") ? daemon.pid : nil
            return found != nil
          }
          for name in ["daemon.json", "daemon.lock", "daemon.sock"] {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(open)/\(name)")
            #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
          }
          let port = try #require(
            try Self.listeners(of: daemon.pid).first?.split(separator: ":").last
              .flatMap { UInt16($0, radix: 16) })
          // Even where somebody opens the folder later.
          chmod(folder.path, 0o755)
          chmod(open, 0o755)
          let script = """
            import socket, sys
            def attempt(what, act):
              try: print(what, act())
              except OSError as error: print(what, type(error).__name__)
            def unix():
              s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1] + "/daemon.sock"); return "in"
            def port():
              s = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
              s.sendall(sys.argv[3].encode().decode("unicode_escape").encode())
              s.settimeout(20); s.recv(4096)
              text = b'{"m":"hello","role":"observer","protocol":[1,1]}'
              s.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
              return "rejected" if b"reject" in s.recv(4096) else "in"
            attempt("token", lambda: open(sys.argv[1] + "/daemon.json").read())
            attempt("lock", lambda: open(sys.argv[1] + "/daemon.lock", "r+").read())
            attempt("socket", unix)
            attempt("port", port)
            """
          let request = RawPeer.request(host: "127.0.0.1:\(port)")
            .replacing("\r\n", with: "\\r\\n")
          let run = try await runProgram(
            "/usr/bin/setpriv",
            [
              "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c",
              script, open, "\(port)", request,
            ])
          #expect(
            run.lines == [
              "token PermissionError", "lock PermissionError", "socket PermissionError",
              "port rejected",
            ], "\(run)")
        }
      }
    }

    /// Addresses that a process listens on, as they stand in the kernel's tables.
    static func listeners(of pid: Int32) throws -> [String] {
      let folder = "/proc/\(pid)/fd"
      let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      }
      var found: [String] = []
      for table in ["tcp", "tcp6"] {
        let text = try String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)
        for line in text.split(separator: "\n") {
          let cells = line.split(separator: " ")
          guard cells.count > 9, cells[3] == "0A", links.contains("socket:[\(cells[9])]") else {
            continue
          }
          found.append(String(cells[1]))
        }
      }
      return found
    }

    static func hex(_ port: UInt16) -> String {
      let digits = String(port, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
