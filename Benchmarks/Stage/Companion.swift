private import Glibc
private import InspectSystem

/// A program that runs beside what is measured; what it says is thrown away.
package struct Companion: Sendable {
  /// Its number.
  package let pid: Int32

  /// Starts it, with nothing to read.
  package init(_ path: String, _ arguments: [String]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var pid = pid_t()
    let failure = posix_spawn(&pid, path, &actions, nil, &words, environ)
    precondition(failure == 0, "\(path) can be started")
    self.pid = pid
  }

  /// Waits until somebody accepts at a socket; one that is there may be an earlier program's.
  func waitUntilServed(at socket: String) {
    while (try? Socket.connect(to: socket)) == nil { usleep(1_000) }
  }

  /// Waits for its end; the seconds of processor time that it took.
  package var processorSecondsAtEnd: Double {
    var usage = rusage()
    var status: Int32 = 0
    precondition(wait4(pid, &status, 0, &usage) == pid, "the companion is ours")
    return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      .reduce(0, +)
  }

  /// Ends the program; it has to run still.
  package func end() {
    var status: Int32 = 0
    precondition(waitpid(pid, &status, WNOHANG) == 0, "the companion runs until the end")
    kill(pid, SIGTERM)
    _ = Spawn.wait(for: pid)
  }
}
