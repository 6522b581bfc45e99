private import Glibc
private import InspectSystem

/// A program with bindings that obeys commands.
package struct Workload: Sendable {
  /// Its number.
  package let pid: Int32
  private let input: Int32
  private let output: Int32

  init(_ path: String, _ arguments: [String]) {
    var down: [Int32] = [0, 0]
    var up: [Int32] = [0, 0]
    guard pipe(&down) == 0, pipe(&up) == 0 else { preconditionFailure("pipes can be made") }
    for end in [down[1], up[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, down[0], 0)
    posix_spawn_file_actions_adddup2(&actions, up[1], 1)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var pid = pid_t()
    let failure = posix_spawn(&pid, path, &actions, nil, &words, environ)
    precondition(failure == 0, "\(path) can be started")
    close(down[0])
    close(up[1])
    self.pid = pid
    (input, output) = (down[1], up[0])
    _ = answer()
  }

  /// Gives a command without waiting for its answer.
  package func order(_ command: String) {
    let bytes = Array((command + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Waits for the answer to the oldest command that has none.
  @discardableResult
  package func answer() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Ends the program.
  package func end() {
    kill(pid, SIGKILL)
    _ = Spawn.wait(for: pid)
  }
}
