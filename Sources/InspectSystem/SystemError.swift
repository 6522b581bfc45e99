private import Glibc

/// A call to the operating system that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// Name of the call.
  package let call: String
  /// The error number of the C library.
  package let number: Int32
  /// File or address that it was about; empty if none.
  package let subject: String

  /// Takes the parts as they are.
  package init(call: String, number: Int32, subject: String = "") {
    self.call = call
    self.number = number
    self.subject = subject
  }

  /// The error that the last failed call left, for this thread.
  package static func last(_ call: String, _ subject: String = "") -> SystemError {
    SystemError(call: call, number: errno, subject: subject)
  }

  /// A message that is longer than the other side takes.
  package static func messageTooLong(_ call: String) -> SystemError {
    SystemError(call: call, number: EMSGSIZE)
  }

  /// Something that is another user's.
  package static func foreignUser(_ call: String, _ subject: String) -> SystemError {
    SystemError(call: call, number: EPERM, subject: subject)
  }

  /// A file that is not there.
  package static func missing(_ call: String, _ subject: String) -> SystemError {
    SystemError(call: call, number: ENOENT, subject: subject)
  }

  /// What the C library says about the number.
  package var reason: String {
    unsafe String(cString: strerror(number))
  }

  /// What happened, as words for people.
  package var text: String {
    subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
  }

  /// Whether nothing of that name exists.
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  /// Whether the user may not.
  package var isForbidden: Bool { number == EACCES || number == EPERM }
  /// Whether somebody listened there once and does no more.
  package var isRefused: Bool { number == ECONNREFUSED }
  /// Whether a file is longer than the reader takes.
  package var isTooLong: Bool { number == EFBIG }
  /// Whether an address is none of this machine's.
  package var isElsewhere: Bool { number == EADDRNOTAVAIL }
  /// Whether the reader of a pipe or socket is gone.
  package var isBrokenPipe: Bool { number == EPIPE }
}

/// Repeats a call that a signal interrupted.
@discardableResult
func retrying(_ body: () -> Int) -> Int {
  while true {
    let result = body()
    if result >= 0 || errno != EINTR { return result }
  }
}
