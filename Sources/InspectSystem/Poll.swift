private import Glibc

/// Sleeps until one of several descriptors is ready.
package struct Poll {
  private var entries: [pollfd] = []

  /// Nothing to wait for yet.
  package init() {}

  /// Starts anew, keeping the memory.
  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor and returns its place for `isReadable` and `isWritable`.
  @discardableResult
  package mutating func add(_ number: Int32, read: Bool, write: Bool) -> Int {
    let events = (read ? POLLIN : 0) | (write ? POLLOUT : 0)
    entries.append(pollfd(fd: number, events: Int16(events), revents: 0))
    return entries.count - 1
  }

  /// Sleeps until something is ready, a signal came, or the time is over; nil means for ever.
  package mutating func wait(microseconds: Int64?) throws(SystemError) {
    // Rounded up, so that nobody wakes before its time.
    let milliseconds: Int32 =
      microseconds.map { Int32(clamping: max(0, $0 / 1_000 + ($0 % 1_000 > 0 ? 1 : 0))) } ?? -1
    let found = unsafe entries.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
    }
    if found < 0 {
      let error = SystemError.last("poll")
      for index in entries.indices { entries[index].revents = 0 }
      if error.number != EINTR { throw error }
    }
  }

  /// Whether a read would not block; true also when the other side is gone.
  package func isReadable(_ place: Int) -> Bool {
    entries[place].revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Whether a write would not block; true also when it would fail.
  package func isWritable(_ place: Int) -> Bool {
    entries[place].revents & Int16(POLLOUT | POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
