import Glibc
import InspectSystem
import TestSupport

/// F11: peers of another machine are gone without a word, one in the middle of a message.
///
/// The other machine is a network namespace at the end of a cable, which is then pulled; so this
/// needs root, and a port that serves other machines.
struct HalfOpen: Fault {
  let id = "F11"
  let isPatient = true

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    guard geteuid() == 0 else { return ["left out: only root can pull a cable"] }
    let count = options.times(20, 100)
    return try await withTemporaryFolder { secrets in
      try await prepare(secrets)
      let port = UInt16.random(in: 20_000...29_999, using: &chance)
      let cable = try startProgram(
        "/bin/bash", ["-c", Self.elsewhere, secrets.path, "\(port)", "\(count)", Self.client],
        environment: ["TOKEN": Self.token], error: .captured)
      defer { cable.kill() }
      try await cable.waitForOutput("laid")
      return try await Field.with([
        "--remote", "10.231.78.1:\(port)", "--certificate", secrets.path("certificate.pem"),
        "--key", secrets.path("key.pem"), "--token-file", secrets.path("token"),
      ]) { field in
        try await field.startReporters(1, bindings: 50)
        try field.startWatchers(1)
        try await field.agree()
        let before = OtherProcess.descriptors(of: field.daemon.pid)
        try cable.type("dial")
        try await cable.waitForOutput("welcomed \(count)")
        try cable.type("pull")
        try await cable.waitForOutput("pulled")
        let start = SystemClock.monotonicMicroseconds
        try await eventually(
          "links without an other end are given up", within: .seconds(40),
          seen: {
            "\(OtherProcess.descriptors(of: field.daemon.pid)) descriptors, \(before) before"
          }
        ) { OtherProcess.descriptors(of: field.daemon.pid) <= before }
        let seconds = (SystemClock.monotonicMicroseconds - start) / 1_000_000
        try hold(seconds <= 25, "given up after \(seconds) s")
        try await field.agree()
        return ["\(count) half-open links, one of them in mid-message: given up after \(seconds) s"]
      }
    }
  }

  private static let token = String(repeating: "0123456789abcdef", count: 4)

  private func prepare(_ secrets: TemporaryFolder) async throws {
    let run = try await runProgram(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-subj", "/CN=elsewhere", "-days", "2", "-keyout", secrets.path("key.pem"), "-out",
        secrets.path("certificate.pem"),
      ])
    try hold(run.status == 0, "no certificate: \(run)")
    chmod(secrets.path("key.pem"), 0o600)
    try secrets.write("token", Self.token + "\n")
  }

  /// Lays a cable into a namespace of its own, has a client dial from there, and pulls the cable.
  private static let elsewhere = """
    trap 'ip link del bi-chaos0 2>/dev/null; kill $(jobs -p) 2>/dev/null' EXIT
    ip link del bi-chaos0 2>/dev/null
    ip link add bi-chaos0 type veth peer name bi-chaos1 || exit 3
    ip addr add 10.231.78.1/24 dev bi-chaos0 && ip link set bi-chaos0 up || exit 3
    mkfifo "$0/go"
    unshare --net sh -c '
      echo $$ >"$0/pid"; read go
      ip addr add 10.231.78.2/24 dev bi-chaos1; ip link set bi-chaos1 up
      exec python3 -u -c "$3" "$1" "$2"' "$0" "$1" "$2" "$3" <"$0/go" &
    exec 9>"$0/go"
    until [ -s "$0/pid" ]; do sleep 0.05; done
    ip link set bi-chaos1 netns "$(cat "$0/pid")" && echo laid
    read dial; echo go >&9
    read pull; ip link set bi-chaos0 down && echo pulled
    read end
    """

  /// Observers by TLS; the first of them stops in the middle of a message.
  private static let client = """
    import os, socket, ssl, sys
    port, count = int(sys.argv[1]), int(sys.argv[2])
    context = ssl.create_default_context(); context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    def frame(text):
        data = text.encode()
        return bytes([0x81, 0x80 | 126, len(data) >> 8, len(data) & 255, 0, 0, 0, 0]) + data
    links = []
    for number in range(count):
        link = context.wrap_socket(socket.create_connection(("10.231.78.1", port), 20))
        link.sendall((f"GET / HTTP/1.1\\r\\nHost: 10.231.78.1:{port}\\r\\nUpgrade: websocket\\r\\n"
            "Connection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n"
            "Sec-WebSocket-Protocol: bindinspect.v1\\r\\n\\r\\n").encode())
        assert b" 101 " in link.recv(4096)
        link.sendall(frame('{"m":"hello","role":"observer","protocol":[1,1],"implementation":"elsewhere",'
            f'"token":"{os.environ["TOKEN"]}"}}'))
        assert b"welcome" in link.recv(65536)
        links.append(link)
    links[0].sendall(frame('{"m":"list","id":1}')[:12])
    print("welcomed", len(links))
    sys.stdin.read()  # Until whoever laid the cable is gone.
    """
}
