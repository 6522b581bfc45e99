private import CInspectSystem
private import Glibc

/// Starts other programs, without a shell.
package enum Spawn {
  /// Starts a program in a session of its own that outlives this one; its streams lead nowhere,
  /// or its output into a file.
  ///
  /// - Returns: The pid. It must be buried by `wait`, or by the system when this process ends.
  package static func detached(
    _ program: String, _ arguments: [String], output: String? = nil
  ) throws(SystemError) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let file = output ?? "/dev/null"
    let flags = O_WRONLY | O_CREAT | O_APPEND
    unsafe posix_spawn_file_actions_addopen(&actions, 1, file, flags, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setPlainSignals(&attributes, inSessionOfItsOwn: true)
    var words = unsafe duplicates([program] + arguments)
    defer { unsafe words.forEach { unsafe free($0) } }
    var pid = pid_t()
    let failure = unsafe posix_spawn(&pid, program, &actions, &attributes, &words, environ)
    guard failure == 0 else {
      throw SystemError(call: "posix_spawn", number: failure, subject: program)
    }
    return pid
  }

  /// Runs a program to its end and returns what it wrote to its output, and its exit status.
  ///
  /// Standard error leads nowhere. At most `limit` bytes are kept; the rest is read and dropped.
  package static func output(
    of program: String, _ arguments: [String], limit: Int = 1 << 20
  ) throws(SystemError) -> (bytes: [UInt8], status: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe inspect_pipe(&ends) == 0 else { throw .last("pipe") }
    let reading = Descriptor(owning: ends[0])
    var writing: Descriptor? = Descriptor(owning: ends[1])
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setPlainSignals(&attributes, inSessionOfItsOwn: false)
    var words = unsafe duplicates([program] + arguments)
    defer { unsafe words.forEach { unsafe free($0) } }
    var pid = pid_t()
    let failure = unsafe posix_spawn(&pid, program, &actions, &attributes, &words, environ)
    writing = nil
    _ = consume writing
    guard failure == 0 else {
      throw SystemError(call: "posix_spawn", number: failure, subject: program)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let number = reading.number
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        retrying { unsafe read(number, buffer.baseAddress, buffer.count) }
      }
      if count <= 0 { break }
      bytes.append(contentsOf: buffer[..<min(count, limit - bytes.count)])
    }
    return (bytes, wait(for: pid))
  }

  /// The signals as a program expects them, whatever this thread blocks and this program ignores.
  private static func setPlainSignals(
    _ attributes: inout posix_spawnattr_t, inSessionOfItsOwn: Bool
  ) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
      unsafe sigaddset(&signals, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let session: Int32 = inSessionOfItsOwn ? 0x80 : 0  // POSIX_SPAWN_SETSID
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// The words as C wants them, with an ending null; to be freed one by one.
  private static func duplicates(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe copies.append(strdup(word)) }
    unsafe copies.append(nil)
    return unsafe copies
  }

  /// Waits for a child; its exit status, or 128 and the signal that ended it.
  ///
  /// - Returns: −1 where it is no child, or somebody else has buried it.
  package static func wait(for pid: Int32) -> Int32 {
    var status: Int32 = 0
    guard retrying({ Int(unsafe waitpid(pid, &status, 0)) }) == Int(pid) else { return -1 }
    return meaning(of: status)
  }

  /// Exit status of a child that has ended; nil while it runs.
  package static func ended(_ pid: Int32) -> Int32? {
    var status: Int32 = 0
    guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
    return meaning(of: status)
  }

  private static func meaning(of status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
