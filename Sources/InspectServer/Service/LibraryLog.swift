private import CWebSockets
private import InspectSystem

/// Lines of the C library for the logs of the servers in this process.
///
/// By default it writes to standard error; and it has one log for all contexts.
enum LibraryLog {
  private static let sinks = Lock<[(owner: ObjectIdentifier, log: @Sendable (LogLine) -> Void)]>(
    [])

  /// Sends the lines to one more log, until `remove`.
  static func add(_ owner: ServiceThread, _ log: @escaping @Sendable (LogLine) -> Void) {
    sinks.withLock { $0.append((ObjectIdentifier(owner), log)) }
    unsafe lws_set_log_level(Int32(cws_log_levels)) { level, line in
      unsafe LibraryLog.write(level, line)
    }
  }

  static func remove(_ owner: ServiceThread) {
    sinks.withLock { $0.removeAll { $0.owner == ObjectIdentifier(owner) } }
  }

  private static func write(_ level: Int32, _ line: UnsafePointer<CChar>?) {
    guard let line = unsafe line else { return }
    var text = unsafe String(cString: line)
    while text.last?.isNewline == true { text.removeLast() }
    let entry = LogLine(level & LLL_ERR != 0 ? .warning : .info, "library", text)
    for sink in sinks.withLock({ $0 }) { sink.log(entry) }
  }
}
