private import CInspectSystem

/// Holds on to a process, so that it is known how it ended, whoever its parent is.
package struct ProcessHandle: ~Copyable {
  private let descriptor: Descriptor
  private let pid: Int32
  private let startTime: UInt64

  /// The process of that number and start; nil where there is none, or it cannot be held.
  package init?(_ pid: Int32, startedAt startTime: UInt64) {
    let number = inspect_open_process(pid)
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(owning: number)
    // The number may have become another's before it was held; now it cannot any more.
    guard ProcessTable.isRunning(pid, startedAt: startTime) else { return nil }
    self.descriptor = descriptor
    self.pid = pid
    self.startTime = startTime
  }

  /// How it ended; nil where it has not, or nobody tells.
  package var end: ProcessEnding? {
    var status: Int32 = 0
    if unsafe inspect_process_end(descriptor.number, &status) == 0 { return ProcessEnding(status) }
    // Nobody has asked its parent to take note yet.
    return ProcessTable.waitStatus(of: pid, startedAt: startTime).map { ProcessEnding($0) }
  }
}

/// How a process ended.
package enum ProcessEnding: Hashable, Sendable {
  case exit(status: Int32)
  case signal(Int32)

  /// Reads the status that `wait` tells.
  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status: (status >> 8) & 0xFF) : .signal(signal)
  }

  /// In a few words: `exit 3`, `signal 9 (KILL)`.
  package var text: String {
    switch self {
    case .exit(let status): return "exit \(status)"
    case .signal(let number):
      guard let name = unsafe inspect_signal_name(number) else { return "signal \(number)" }
      return unsafe "signal \(number) (\(String(cString: name)))"
    }
  }
}
