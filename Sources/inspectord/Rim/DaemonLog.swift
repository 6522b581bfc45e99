private import InspectLink
internal import InspectServer
internal import InspectSystem
private import InspectWire

/// The daemon's log: written by a thread of its own, so that a reader who stalls holds nobody up.
final class DaemonLog: Sendable {
  private struct State {
    var rate = LogRate()
    var waiting: [String] = []
    var dropped = 0
    var isEnding = false
  }

  private let file: OutputFile
  private let level: LogLine.Level
  private let state = Lock(State())
  private let waker: Waker
  /// Readable for ever once the last line is out.
  private let ended: Waker

  /// Starts the thread.
  init(to file: OutputFile, level: LogLine.Level) throws(SystemError) {
    self.file = file
    self.level = level
    waker = try Waker()
    ended = try Waker()
    try PlainThread.start(name: "log") { [self] in run() }
  }

  /// Takes a line; any thread may.
  func write(_ line: LogLine) {
    guard line.level <= level else { return }
    let now = SystemClock.monotonicMicroseconds
    let wall = SystemClock.wallMicroseconds
    let hasTaken = state.withLock { state in
      let verdict = state.rate.take(line.kind, now: now)
      guard verdict.isWritten else { return false }
      guard state.waiting.count < RimLimits.waitingLines else {
        state.dropped += 1
        return false
      }
      if verdict.suppressed > 0 {
        let text = "\(verdict.suppressed) lines of this kind were left out"
        state.waiting.append(Self.text(LogLine(line.level, line.kind, text), at: wall))
      }
      state.waiting.append(Self.text(line, at: wall))
      return true
    }
    if hasTaken { waker.wake() }
  }

  /// Writes what waits, for a moment at most, and ends.
  func end() {
    state.withLock { $0.isEnding = true }
    waker.wake()
    var poll = Poll()
    poll.add(ended.number, read: true, write: false)
    // A log that is not read must not keep the daemon from ending.
    try? poll.wait(microseconds: 1_000_000)
  }

  private func run() {
    while true {
      let (lines, dropped, isEnding) = state.withLock { state in
        defer { (state.waiting, state.dropped) = ([], 0) }
        return (state.waiting, state.dropped, state.isEnding)
      }
      var text = lines.joined()
      if dropped > 0 { text += "\(dropped) lines were dropped: the log is not read fast enough\n" }
      if !text.isEmpty {
        // A log that cannot be written is no reason to stop serving, and there is nobody to tell.
        try? file.write(text)
      }
      if isEnding, state.withLock({ $0.waiting.isEmpty }) { break }
      var poll = Poll()
      poll.add(waker.number, read: true, write: false)
      // A failing poll only asks again.
      try? poll.wait(microseconds: nil)
      waker.drain()
    }
    ended.wake()
  }

  /// A line as it stands in the log: time in UTC, level, kind, and the text fit to be shown.
  static func text(_ line: LogLine, at wall: Int64) -> String {
    let time = CalendarTime(universalAt: wall)
    let day = "\(time.year)-\(two(time.month))-\(two(time.day))"
    let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    let part = String(1_000 + time.microsecond / 1_000).dropFirst()
    let text = display(line.text, limit: RimLimits.lineCharacters)
    return "\(day)T\(clock).\(part)Z \(line.level.name) \(line.kind): \(text)\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
