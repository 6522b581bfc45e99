private import CInspectSystem
private import Glibc
private import InspectSystem

/// A program that a test started, with its streams in the test's hands.
///
/// Made by `withProgram`, which ends and buries it in any case.
package final class RunningProgram: Sendable {
  /// Its number.
  package let pid: Int32

  private let name: String
  private let out = Capture()
  private let err = Capture()
  private let input: Lock<Int32>
  private let status = Lock<Int32?>(nil)

  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    output: StreamTarget, error: StreamTarget
  ) throws {
    name = program.split(separator: "/").last.map(String.init) ?? program
    var plumbing = Plumbing()
    defer { plumbing.closeProgramEnds() }
    let writing = try plumbing.input()
    let (outEnd, errEnd) = (try plumbing.connect(output, to: 1), try plumbing.connect(error, to: 2))
    input = Lock(writing)
    do {
      pid = try plumbing.spawn(program, arguments, environment)
    } catch {
      for end in [writing, outEnd, errEnd].compactMap(\.self) { close(end) }
      throw error
    }
    for (capture, end) in [(out, outEnd), (err, errEnd)] {
      if let end { try capture.read(end) } else { capture.end() }
    }
  }

  deinit { closeInput() }

  // MARK: Streams

  /// All of its standard output so far.
  package var output: String { out.text }
  /// The bytes of its standard output so far.
  package var outputBytes: [UInt8] { out.bytes }
  /// All of its standard error so far.
  package var errorOutput: String { err.text }
  /// The whole lines of its standard output so far.
  package var lines: [String] { Self.wholeLines(output) }

  /// Writes a line to its standard input.
  package func type(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard exitStatus == nil else { throw WaitFailure("\(name) has ended: \(summary)") }
    let count = input.withLock { number in
      Self.withoutPipeSignal { write(number, bytes, bytes.count) }
    }
    guard count == bytes.count else { throw SystemError.last("write", "input of \(name)") }
  }

  // A program may have closed its input; the signal would end the tests.
  private static func withoutPipeSignal(_ body: () -> Int) -> Int {
    var (pipes, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipes, &before)
    let result = body()
    let failure = errno
    var now = timespec()
    if result < 0 { _ = sigtimedwait(&pipes, nil, &now) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = failure
    return result
  }

  /// Ends its standard input.
  package func closeInput() {
    input.withLock { number in
      if number >= 0 { close(number) }
      number = -1
    }
  }

  /// Waits until its standard output holds the text.
  package func waitForOutput(_ text: String, within limit: Duration = generously) async throws {
    try await eventually(
      "\(name) prints “\(text)”", within: limit, seen: { self.summary },
      { self.output.contains(text) })
  }

  /// Waits until its standard error holds the text.
  package func waitForError(_ text: String, within limit: Duration = generously) async throws {
    try await eventually(
      "\(name) reports “\(text)”", within: limit, seen: { self.summary },
      { self.errorOutput.contains(text) })
  }

  // MARK: End

  /// Its exit status, or 128 and the signal that ended it; nil while it runs.
  package var exitStatus: Int32? {
    status.withLock { known in
      if known == nil { known = Spawn.ended(pid) }
      return known
    }
  }

  /// Waits for its end and the end of its streams; its exit status as in `exitStatus`.
  @discardableResult
  package func waitForExit(within limit: Duration = generously) async throws -> Int32 {
    try await eventually(
      "\(name) ends", within: limit, seen: { self.summary }, { self.isOver })
    return exitStatus ?? -1
  }

  /// Sends it a signal, such as `Signals.terminate`.
  package func send(signal: Int32) {
    guard exitStatus == nil else { return }
    _ = ProcessTable.send(signal: signal, to: pid)
  }

  /// Asks it to end and waits until it has.
  @discardableResult
  package func terminate(within limit: Duration = generously) async throws -> Int32 {
    send(signal: Signals.terminate)
    return try await waitForExit(within: limit)
  }

  /// Ends it without asking, and buries it.
  package func kill() {
    send(signal: Signals.kill)
    status.withLock { if $0 == nil { $0 = Spawn.wait(for: pid) } }
    closeInput()
  }

  // A child of its own may hold its streams open; they are not waited for without end.
  private var isOver: Bool { exitStatus != nil && out.isEnded && err.isEnded }

  /// Everything worth telling when something else was expected.
  package var summary: String {
    """
    \(name) \(exitStatus.map { "ended with \($0)" } ?? "runs")
    --- output
    \(output)
    --- error
    \(errorOutput)
    ---
    """
  }

  private static func wholeLines(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }
}
