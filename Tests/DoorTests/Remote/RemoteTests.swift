import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// Other machines are served by TLS and with a token, or not at all.
  @Suite struct Remote {
    struct Line: CustomTestStringConvertible, Sendable {
      let words: [String]
      let status: Int32
      let says: [String]
      var testDescription: String { words.joined(separator: " ") }
    }

    static let lines = [
      Line(
        words: ["--remote", "192.0.2.7:8443"], status: 64,
        says: ["without TLS", "without a token", "--certificate, --key, --token-file", "tunnel"]),
      Line(
        words: ["--remote", "192.0.2.7:8443", "--certificate", "c", "--key", "k"], status: 64,
        says: ["Add --token-file"]),
      Line(
        words: ["--remote", "192.0.2.7:8443", "--token-file", "t"], status: 64,
        says: ["Add --certificate, --key"]),
      Line(words: ["--remote", "127.0.0.1:0"], status: 64, says: ["without TLS"]),
      Line(words: ["--remote", "0.0.0.0:8443"], status: 64, says: ["every address"]),
      Line(words: ["--remote", "[::]:8443"], status: 64, says: ["every address"]),
      Line(words: ["--remote", "example.org:8443"], status: 64, says: ["in numbers"]),
      Line(words: ["--remote", "2001:db8::7"], status: 64, says: ["in numbers"]),
      Line(words: ["--remote", "127.1:1"], status: 64, says: ["in numbers"]),
      Line(words: ["--remote", "192.0.2.7"], status: 64, says: ["in numbers"]),
      Line(
        words: ["--certificate", "c"], status: 64, says: ["--certificate is for other machines"]),
      Line(words: ["--key", "k"], status: 64, says: ["--key is for other machines"]),
      Line(
        words: ["--remote-name", "n"], status: 64, says: ["--remote-name is for other machines"]),
    ]

    @Test(arguments: lines)
    func `what is not wholly said is refused with the sentence why`(_ line: Line) async throws {
      try await withTemporaryFolder { folder in
        let run = try await runProgram("inspectord", ["--folder", folder.path] + line.words)
        #expect(run.status == line.status, "\(run)")
        for words in line.says { #expect(run.errorOutput.contains(words), "\(run)") }
        #expect(try folder.names().isEmpty)
      }
    }

    /// Which of the three that belong together are named; bit 0 is the first.
    @Test(arguments: 0..<7)
    func `each part of what other machines need is refused, and what is missing is named`(
      _ bits: Int
    ) async throws {
      let options = ["--certificate", "--key", "--token-file"]
      let named = options.indices.filter { bits & 1 << $0 != 0 }.map { options[$0] }
      try await withTemporaryFolder { folder in
        // Also at an address from which nobody but this machine could call.
        for address in ["192.0.2.7:8443", "127.0.0.1:0", "[::1]:0"] {
          let run = try await runProgram(
            "inspectord",
            ["--folder", folder.path, "--remote", address] + named.flatMap { [$0, "/file"] })
          #expect(run.status == 64, "\(run)")
          #expect(run.errorOutput.contains("Refusing to serve other machines"), "\(run)")
          let missing = options.filter { !named.contains($0) }.joined(separator: ", ")
          #expect(run.errorOutput.contains("Add \(missing); or leave --remote out"), "\(run)")
          #expect(run.output.isEmpty)
          #expect(try folder.names().isEmpty)
        }
      }
    }

    struct Spoilt: CustomTestStringConvertible, Sendable {
      let testDescription: String
      /// What is done in the folder of the three files before the start.
      let deed: String
      let status: Int32
      let says: [String]
      var address = "127.0.0.2:0"
    }

    static let spoilt = [
      Spoilt(
        testDescription: "no key", deed: "rm key.pem", status: 66,
        says: ["key file", "cannot be used", "Name a"]),
      Spoilt(
        testDescription: "a folder for a key", deed: "rm key.pem; mkdir -m 700 key.pem", status: 66,
        says: ["key file", "cannot be used"]),
      Spoilt(
        testDescription: "a link for a key", deed: "mv key.pem k; ln -s k key.pem", status: 66,
        says: ["key file", "links are not followed"]),
      Spoilt(
        testDescription: "no certificate", deed: "rm certificate.pem", status: 66,
        says: ["certificate file", "cannot be used", "Name a"]),
      Spoilt(
        testDescription: "a folder for a certificate",
        deed: "rm certificate.pem; mkdir certificate.pem", status: 66, says: ["certificate file"]),
      Spoilt(
        testDescription: "no token", deed: "rm token", status: 66,
        says: ["token file", "cannot be used"]),
      Spoilt(
        testDescription: "a short token", deed: "echo short >token", status: 66,
        says: ["holds no token", "openssl rand"]),
      Spoilt(
        testDescription: "an open token", deed: "chmod 644 token", status: 5,
        says: ["token file", "chmod 600"]),
      Spoilt(
        testDescription: "an empty certificate", deed: ": >certificate.pem", status: 70,
        says: ["certificate", "PEM"]),
      Spoilt(
        testDescription: "another's key",
        deed: "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem; "
          + "chmod 600 key.pem", status: 70,
        says: ["key", "fit each other"]),
      Spoilt(
        testDescription: "a key of another kind",
        deed: "openssl genpkey -algorithm ed25519 -out key.pem; chmod 600 key.pem", status: 70,
        says: ["key", "fit each other"]),
      Spoilt(
        testDescription: "another machine's address", deed: ":", status: 64,
        says: ["192.0.2.7", "ip address"], address: "192.0.2.7:8443"),
    ]

    @Test(arguments: spoilt)
    func `what cannot be used is named, with what to do, and nothing is served`(_ spoilt: Spoilt)
      async throws
    {
      try await withSecrets { secrets in
        let deed = try await runProgram(
          "/bin/sh", ["-c", "cd \"$0\" && { \(spoilt.deed); }", secrets.path])
        #expect(deed.status == 0, "\(deed)")
        try await withTemporaryFolder { folder in
          let run = try await runProgram(
            "inspectord", ["--folder", folder.path] + words(secrets, spoilt.address))
          #expect(run.status == spoilt.status, "\(run)")
          for words in spoilt.says { #expect(run.errorOutput.contains(words), "\(run)") }
          #expect(try folder.names().isEmpty)
        }
      }
    }

    @Test func `the kernel lists one address beside those of loopback, the one that was named`()
      async throws
    {
      try await withSecrets { secrets in
        try await withDoor(words(secrets, "127.0.0.2:0")) { door in
          let port = UInt16(try await port(door)) ?? 0
          let listeners = try Listeners.listeners(of: door.daemon.pid)
          #expect(
            Set(listeners) == [
              "0100007F:\(Listeners.hex(door.port))", "0200007F:\(Listeners.hex(port))",
              "00000000000000000000000001000000:\(Listeners.hex(door.port))",
            ])
        }
      }
    }

    /// A certificate for this machine, its key, and a token, in files.
    private func withSecrets(_ body: (TemporaryFolder) async throws -> Void) async throws {
      try await withTemporaryFolder { folder in
        let run = try await runProgram(
          "/usr/bin/openssl",
          [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=machine.example", "-days", "2", "-addext",
            "subjectAltName=IP:127.0.0.2,DNS:machine.example", "-keyout", folder.path("key.pem"),
            "-out", folder.path("certificate.pem"),
          ])
        #expect(run.status == 0, "\(run)")
        chmod(folder.path("key.pem"), 0o600)
        try folder.write("token", String(repeating: "0123456789abcdef", count: 4) + "\n")
        try await body(folder)
      }
    }

    private func words(_ secrets: TemporaryFolder, _ address: String) -> [String] {
      [
        "--remote", address, "--certificate", secrets.path("certificate.pem"), "--key",
        secrets.path("key.pem"), "--token-file", secrets.path("token"), "--remote-name",
        "machine.example",
      ]
    }

    /// Speaks with the daemon over TLS and prints what it hears, as another machine would.
    private static let client = """
      import socket, ssl, sys
      port, file, host, origin, token, alpn = int(sys.argv[1]), *sys.argv[2:7]
      context = ssl.create_default_context(cafile=file)
      if alpn: context.set_alpn_protocols(alpn.split(","))
      link = context.wrap_socket(socket.create_connection(("127.0.0.2", port)), server_hostname="127.0.0.2")
      link.settimeout(20)
      print(link.version(), link.selected_alpn_protocol())
      link.sendall((f"GET / HTTP/1.1\\r\\nHost: {host}\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
        "Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n"
        "Sec-WebSocket-Protocol: bindinspect.v1\\r\\n" + (f"Origin: {origin}\\r\\n" if origin else "")
        + "\\r\\n").encode())
      head = link.recv(4096).decode()
      print(head.split(" ")[1])
      if " 101 " in head:
          text = ('{"m":"hello","role":"observer","protocol":[1,1],"token":"%s"}' % token).encode()
          link.sendall(bytes([0x81, 0x80 | 126, len(text) >> 8, len(text) & 255, 0, 0, 0, 0]) + text)
          print(link.recv(4096)[2:].split(b'"')[3].decode())
      """

    private func speak(
      _ door: Door, _ port: String, _ secrets: TemporaryFolder, host: String, origin: String = "",
      token: String? = nil, alpn: String = ""
    ) async throws -> [String] {
      let run = try await runProgram(
        "/usr/bin/python3",
        [
          "-c", Self.client, port, secrets.path("certificate.pem"), host, origin,
          token ?? door.token, alpn,
        ])
      return run.lines + (run.status == 0 ? [] : [run.errorOutput.suffix(200).description])
    }

    /// The port at which other machines are served, as the log tells it.
    private func port(_ door: Door) async throws -> String {
      try await door.daemon.waitForError("serves other machines")
      let line = door.daemon.errorOutput.split(separator: "\n")
        .first { $0.contains("serves other machines") }
      return line?.split(separator: " ").last.map(String.init) ?? ""
    }

    @Test func `with all of it other machines are served by TLS`() async throws {
      try await withSecrets { secrets in
        try await withDoor(words(secrets, "127.0.0.2:0")) { door in
          let port = try await port(door)
          let good = try await speak(
            door, port, secrets, host: "127.0.0.2:\(port)", alpn: "h2,http/1.1")
          // Never HTTP/2, whatever is offered.
          #expect(good == ["TLSv1.3 http/1.1", "101", "welcome"], "\(door.daemon.summary)")
          let named = try await speak(
            door, port, secrets, host: "machine.example:\(port)",
            origin: "https://machine.example:\(port)", token: "nothing")
          #expect(named.dropFirst().first == "101")
          for (host, origin) in [
            ("localhost:\(port)", ""), ("127.0.0.1:\(door.port)", ""), ("machine.example", ""),
            ("evil.example:\(port)", ""), ("127.0.0.2:\(port)", "http://127.0.0.2:\(port)"),
            ("127.0.0.2:\(port)", "https://evil.example"), ("127.0.0.2:\(port)", "null"),
          ] {
            let answer = try await speak(door, port, secrets, host: host, origin: origin)
            #expect(answer.dropFirst().first == "403", "\(host) \(origin): \(answer)")
          }
          let wrong = try await speak(
            door, port, secrets, host: "127.0.0.2:\(port)", token: "guess")
          #expect(wrong.last == "reject", "\(wrong)")
          #expect(!door.daemon.errorOutput.contains(door.token))
        }
      }
    }

    @Test func `plain words on the port of other machines are not answered`() async throws {
      try await withSecrets { secrets in
        try await withDoor(words(secrets, "127.0.0.2:0")) { door in
          let port = try await port(door)
          for url in ["http://127.0.0.2:\(port)/", "http://127.0.0.2:\(port)/?token=x"] {
            let run = try await runProgram(
              "/usr/bin/curl", ["-s", "-m", "10", "--noproxy", "*", url])
            #expect(run.status != 0 && run.output.isEmpty, "\(run)")
          }
          let good = try await speak(door, port, secrets, host: "127.0.0.2:\(port)")
          #expect(good.last == "welcome")
        }
      }
    }

    @Test(arguments: [0o640, 0o604, 0o644])
    func `a key that is open to others is refused`(_ mode: Int) async throws {
      try await withSecrets { secrets in
        chmod(secrets.path("key.pem"), mode_t(mode))
        let run = try await runProgram(
          "inspectord", ["--folder", secrets.path] + words(secrets, "127.0.0.2:0"))
        #expect(run.status == 5, "\(run)")
        #expect(run.errorOutput.contains("key file") && run.errorOutput.contains("chmod 600"))
      }
    }

    @Test func `a certificate that does not fit its key is refused`() async throws {
      try await withSecrets { secrets in
        try secrets.write("certificate.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n")
        try await withTemporaryFolder { folder in
          let run = try await runProgram(
            "inspectord", ["--folder", folder.path] + words(secrets, "127.0.0.2:0"))
          #expect(run.status == 70, "\(run)")
          #expect(run.errorOutput.contains("certificate"), "\(run)")
          #expect(try folder.names().isEmpty)
        }
      }
    }
  }
}
