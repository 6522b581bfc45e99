private import Glibc
private import InspectSystem

/// All that came out of a stream so far, read by a thread of its own.
final class Capture: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isEnded = false
  }

  private let state = Lock(State())

  /// Reads the descriptor to its end and closes it.
  func read(_ number: Int32) throws {
    try PlainThread.start(name: "capture") { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Glibc.read(number, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        state.withLock { $0.bytes += buffer[..<count] }
      }
      close(number)
      state.withLock { $0.isEnded = true }
    }
  }

  /// Marks a stream that nobody reads.
  func end() { state.withLock { $0.isEnded = true } }

  /// What came so far, repaired where it is no text.
  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// What came so far.
  ///
  /// A copy made under the lock: the thread sanitizer does not see that a shared array is let go of.
  var bytes: [UInt8] { state.withLock { Array($0.bytes[...]) } }

  /// Whether nothing more comes.
  var isEnded: Bool { state.withLock { $0.isEnded } }
}
