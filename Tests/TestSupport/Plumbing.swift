private import CInspectSystem
private import Glibc
private import InspectSystem

/// Streams of a program that is about to be started.
struct Plumbing {
  private var actions = posix_spawn_file_actions_t()
  private var programEnds: [Int32] = []

  init() { posix_spawn_file_actions_init(&actions) }

  /// Lets go of the ends that are the program's.
  mutating func closeProgramEnds() {
    for end in programEnds { close(end) }
    posix_spawn_file_actions_destroy(&actions)
  }

  /// Makes the standard input and returns the test's end.
  mutating func input() throws -> Int32 {
    let (reading, writing) = try Self.pipe()
    programEnds.append(reading)
    posix_spawn_file_actions_adddup2(&actions, reading, 0)
    return writing
  }

  /// Makes an output stream and returns the test's end, if it has one.
  mutating func connect(_ target: StreamTarget, to number: Int32) throws -> Int32? {
    switch target {
    case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, number)
    case .file(let path):
      let flags = O_WRONLY | O_CREAT | O_APPEND
      posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
    case .captured, .brokenPipe:
      let (reading, writing) = try Self.pipe()
      programEnds.append(writing)
      posix_spawn_file_actions_adddup2(&actions, writing, number)
      if target == .captured { return reading }
      close(reading)
    }
    return nil
  }

  /// Starts the program with few variables of ours, and the default for SIGPIPE as from a shell.
  mutating func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var variables: [String: String] = [:]
    for name in ["PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
      variables[name] = Environment.value(name)
    }
    variables.merge(environment) { $1 }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var pid = pid_t()
    let failure = posix_spawn(&pid, program, &actions, &attributes, words, settings)
    guard failure == 0 else {
      throw SystemError(call: "posix_spawn", number: failure, subject: program)
    }
    return pid
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard inspect_pipe(&ends) == 0 else { throw SystemError.last("pipe") }
    return (ends[0], ends[1])
  }
}
