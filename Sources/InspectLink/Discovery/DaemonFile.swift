package import InspectSystem
package import InspectWire

/// What a daemon tells of itself in its runtime folder, for those of the same user alone.
package struct DaemonFile: Hashable, Sendable {
  /// Its number.
  package var pid: Int32
  /// Start of its process in clock ticks since boot.
  package var startTime: UInt64
  /// Path of the socket on which it serves.
  package var socket: String
  /// Port of 127.0.0.1 on which it serves too; nil if it does not.
  package var port: UInt16?
  /// What must be shown on the port; nil where nothing must. A secret: never printed.
  package var token: String?
  /// Random name of this run of it.
  package var run: InstanceID
  /// Its version, for people.
  package var version: String
  /// When it started, in microseconds since 1970, UTC.
  package var started: Int64

  /// Takes the parts as they are.
  package init(
    pid: Int32, startTime: UInt64, socket: String, port: UInt16?, token: String? = nil,
    run: InstanceID, version: String, started: Int64
  ) {
    self.pid = pid
    self.startTime = startTime
    self.socket = socket
    self.port = port
    self.token = token
    self.run = run
    self.version = version
    self.started = started
  }

  /// Name of the file in its folder.
  package static let name = "daemon.json"

  /// Whether its process runs, by number and start.
  package var isRunning: Bool { ProcessTable.isRunning(pid, startedAt: startTime) }

  /// The file's content.
  var json: JSON {
    var members: [JSON.Member] = [
      .init("pid", .int(Int64(pid))),
      .init("startTime", .number(startTime)),
      .init("socket", .string(socket)),
      .init("run", .string(run.text)),
      .init("version", .string(version)),
      .init("started", .int(started)),
    ]
    if let port { members.append(.init("port", .int(Int64(port)))) }
    if let token { members.append(.init("token", .string(token))) }
    return .object(members)
  }

  /// Reads the file; nil where there is none. Unknown fields are passed over.
  package static func read(in folder: RuntimeFolder) throws(DiscoveryFault) -> DaemonFile? {
    guard let file = try DiscoveryFile.read(name, in: folder) else { return nil }
    return try DaemonFile(file)
  }

  private init(_ file: DiscoveryFile) throws(DiscoveryFault) {
    pid = try file.number("pid")
    startTime = try file.number("startTime")
    socket = try file.socket("socket")
    port = file.has("port") ? try file.number("port") : nil
    token = file.has("token") ? try file.text("token") : nil
    run = try file.instance("run")
    version = try file.text("version")
    started = try file.number("started")
  }
}
