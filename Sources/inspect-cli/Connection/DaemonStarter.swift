internal import InspectLink
internal import InspectSystem
private import InspectWire

/// Starts inspectord in the background and waits until it answers.
struct DaemonStarter {
  let folder: RuntimeFolder
  /// Further arguments: `--port NUMBER` and the like.
  var arguments: [String] = []

  /// Name of the file in the runtime folder that the daemon's words go to.
  static let logName = "inspectord.log"

  /// A session with the folder's daemon, which is started if none runs.
  ///
  /// - Returns: The session, and whether the daemon is a new one.
  func session() throws(Complaint) -> (DaemonSession, isNew: Bool) {
    if let session = try DaemonSession.openIfRunning(folder) { return (session, false) }
    let file = try start()
    return (try DaemonSession(file), true)
  }

  private func start() throws(Complaint) -> DaemonFile {
    do { try folder.make() } catch { throw Complaint(error) }
    // The words of an earlier daemon are of no use to a new one; if they stay, they do no harm.
    try? folder.remove(Self.logName)
    let pid = try spawn()
    let limit = SystemClock.monotonicMicroseconds + CLILimits.startMicroseconds
    let watch = DaemonWatch(folder)
    while true {
      if case .running(let file) = try watch.state() { return file }
      if let status = Spawn.ended(pid) {
        // Another one may have been quicker: then there is a daemon, which is what was wanted.
        if let file = try watch.settled() { return file }
        throw Complaint(
          .noDaemon, "The daemon did not start: it ended with status \(status).", why: lastWords,
          remedy: "Its words are in \(display(folder.path(of: Self.logName))).")
      }
      guard SystemClock.monotonicMicroseconds < limit else {
        throw Complaint(
          .refused, "The daemon (pid \(pid)) was started and does not tell where it is.",
          why: lastWords, remedy: "Its words are in \(display(folder.path(of: Self.logName))).")
      }
      DaemonWatch.rest()
    }
  }

  private func spawn() throws(Complaint) -> Int32 {
    for program in Self.candidates() {
      do {
        return try Spawn.detached(
          program, ["--folder", folder.path] + arguments, output: folder.path(of: Self.logName))
      } catch {
        if error.isMissing { continue }
        throw Complaint(
          .noDaemon, "\(display(program)) cannot be started: \(error.reason).",
          remedy: "Install inspectord beside inspect-cli.")
      }
    }
    throw Complaint(
      .noDaemon, "inspectord was not found.",
      why: "It is looked for beside inspect-cli, then on PATH.",
      remedy: "Install it beside inspect-cli, or start it yourself with this --folder.")
  }

  /// Where inspectord may be, the best place first.
  static func candidates() -> [String] {
    var folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    if let own = ProcessTable.ownProgram, let slash = own.lastIndex(of: "/") {
      folders.insert(String(own[..<slash]), at: 0)
    }
    return folders.map { "\($0)/inspectord" }
  }

  /// The last line that the daemon wrote; empty where it wrote none.
  private var lastWords: String {
    // No words are no words.
    guard
      let bytes = try? WholeFile.read(
        folder.path(of: Self.logName), limit: CLILimits.logBytes)
    else { return "" }
    let last = bytes.split(separator: 0x0A).last ?? []
    return last.isEmpty ? "" : "It said: " + display(String(decoding: last, as: UTF8.self))
  }
}
