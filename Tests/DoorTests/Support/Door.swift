import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A built daemon that serves a folder of its own, as strangers and friends find it.
struct Door {
  let daemon: RunningProgram
  let folder: TemporaryFolder
  /// What it tells of itself.
  let file: DaemonFile

  var port: UInt16 { file.port ?? 0 }
  var token: String { file.token ?? "" }

  /// A raw connection to its port.
  func dial() throws -> RawPeer { try RawPeer(port: port) }

  /// A raw connection to its socket.
  func dialUnix() throws -> RawPeer { try RawPeer(path: file.socket) }

  /// Somebody who has been welcomed on its socket.
  func guest(_ role: Role, instance: InstanceFacts? = nil) throws -> Guest {
    let guest = try Guest(.unix(file.socket))
    try guest.greet(Hello(role: role, implementation: "test", instance: instance))
    return guest
  }

  /// Lines of its log of one kind.
  func logged(_ kind: String) -> [Substring] {
    daemon.errorOutput.split(separator: "\n").filter { $0.contains(" \(kind): ") }
  }

  /// Its memory in KiB, as the kernel counts it.
  var resident: Int {
    let bytes = (try? WholeFile.readKernel("/proc/\(daemon.pid)/statm")) ?? []
    return
      (String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
      .flatMap { Int($0) } ?? 0) * 4
  }

  /// Bytes of the page at `/`.
  var pageSize: Int {
    get throws {
      let peer = try dial()
      try peer.send(RawRequest.page("Host: localhost:\(port)\r\n"))
      let field = try peer.readHead().split(separator: "\r\n")
        .first { $0.hasPrefix("Content-Length: ") }
      return field.flatMap { Int($0.dropFirst(16)) } ?? -1
    }
  }
}

/// Runs the body with a daemon that serves; what it logs is on its standard error.
func withDoor<Result>(
  _ arguments: [String] = [], environment: [String: String] = [:],
  _ body: (Door) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await withProgram(
      "inspectord", ["--folder", folder.path] + arguments, environment: environment
    ) { daemon in
      try await body(try await door(daemon, folder))
    }
  }
}

/// Waits until a daemon tells that it serves a folder.
func door(_ daemon: RunningProgram, _ folder: TemporaryFolder) async throws -> Door {
  var found: DaemonFile?
  try await eventually("inspectord serves", seen: { daemon.summary }) {
    if case .running(let file) = try DaemonState(in: folder.runtime) { found = file }
    return found != nil || daemon.exitStatus != nil
  }
  guard let found else { throw WaitFailure(daemon.summary) }
  return Door(daemon: daemon, folder: folder, file: found)
}
