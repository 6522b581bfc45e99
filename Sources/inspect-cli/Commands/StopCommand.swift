private import InspectLink
private import InspectSystem
private import InspectWire

/// `stop`: ends the daemon; the inspected processes do not notice.
enum StopCommand {
  static func run(_ context: CommandContext) throws(Complaint) -> ExitStatus {
    let watch = DaemonWatch(try context.verified())
    guard let daemon = try watch.settled() else {
      if context.isJSON {
        try context.print(["stopped": false])
      } else {
        try context.say("No daemon runs.")
      }
      return .fine
    }
    // Its lock is held, but the number in its file must be its own before it gets a signal.
    guard daemon.isRunning, ProcessTable.send(signal: Signals.terminate, to: daemon.pid) else {
      throw Complaint(
        .refused, "The daemon cannot be asked to end.",
        why: "Its file names process \(daemon.pid), which is not it.",
        remedy: "`inspect-cli doctor` looks further.")
    }
    guard try watch.waitForEnd() else {
      throw Complaint(
        .refused, "The daemon (pid \(daemon.pid)) was asked to end and has not.",
        why: "It may be stopped or busy.",
        remedy:
          "`kill -KILL \(daemon.pid)` ends it for sure; what it leaves is cleared up by the next.")
    }
    if context.isJSON {
      try context.print(["stopped": true, "pid": .int(Int64(daemon.pid))])
    } else {
      try context.say("Stopped inspectord (pid \(daemon.pid)).")
    }
    return .fine
  }
}
