private import Glibc

/// Output of a command: written whole, or the error that stopped it.
package struct OutputFile: Sendable {
  /// Number of the open file.
  package let number: Int32
  private let name: String

  /// Standard output.
  package static let standard = OutputFile(number: 1, name: "standard output")
  /// Standard error.
  package static let error = OutputFile(number: 2, name: "standard error")

  /// Names an open file that somebody else closes.
  package init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Opens a file to write at its end, making it if need be; for its owner alone.
  ///
  /// It stays open as long as the program runs.
  package static func opened(appendingTo path: String) throws(SystemError) -> OutputFile {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
    guard number >= 0 else { throw .last("open", path) }
    return OutputFile(number: number, name: path)
  }

  /// Whether a person's terminal is at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Writes all of a text, waiting where it must.
  ///
  /// - Throws: `SystemError`, where `isBrokenPipe` means that the reader has seen enough. The
  ///   program must ignore SIGPIPE for that: `Signals.ignoreBrokenPipes()`.
  package func write(_ text: String) throws(SystemError) {
    try Self.writeAll(Array(text.utf8)[...], to: number, subject: name)
  }

  static func writeAll(_ bytes: ArraySlice<UInt8>, to number: Int32, subject: String)
    throws(SystemError)
  {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        retrying { unsafe Glibc.write(number, buffer.baseAddress, buffer.count) }
      }
      if count < 0, errno == EAGAIN {
        var entry = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
        continue
      }
      guard count >= 0 else { throw .last("write", subject) }
      rest = rest.dropFirst(count)
    }
  }
}
