private import Glibc
package import InspectSystem

/// A runtime folder of its own with a workload and a daemon, for programs that measure them.
package struct Stage: Sendable {
  /// The folder.
  package let folder: RuntimeFolder
  /// Another one, for what the daemon is not to find.
  package var elsewhere: RuntimeFolder { RuntimeFolder(path: folder.path + "-elsewhere") }
  private let programs: String

  /// Makes the folder; `end` removes it.
  package init() {
    folder = RuntimeFolder(path: "/tmp/bindinspect-bench-\(getpid())")
    let own = ProcessTable.ownProgram ?? ""
    programs = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
    setenv("BINDINSPECT_FOLDER", folder.path, 1)
    do throws(RuntimeFolder.Fault) { try folder.make() } catch { give(up: error.text) }
  }

  /// Path of a program of this package.
  package func path(_ name: String) -> String { "\(programs)/\(name)" }

  /// Runs a command to its end and returns what it printed.
  @discardableResult
  package func run(_ name: String, _ arguments: String...) -> [UInt8] {
    do {
      let (bytes, status) = try Spawn.output(of: path(name), arguments, limit: 64 << 20)
      if status > 1 { give(up: "\(name) \(arguments) ended with \(status)") }
      return bytes
    } catch { give(up: error.text) }
  }

  /// Starts a workload and attaches to it.
  package func workload(_ arguments: String...) -> Workload {
    let workload = Workload(path("Workload"), arguments)
    attach(workload.pid)
    return workload
  }

  /// Starts a program that says a line when it is ready, and obeys lines.
  package func program(_ name: String, _ arguments: String...) -> Workload {
    Workload(path(name), arguments)
  }

  /// Attaches to a process and starts an observer that follows it.
  package func observer(of pid: Int32) -> Companion {
    attach(pid)
    return Companion(path("inspect-cli"), ["tree", "\(pid)", "--follow"])
  }

  // A program says that it is ready before its reporter's thread has seen to it that it can be found.
  private func attach(_ pid: Int32) {
    var text = ""
    for _ in 0..<500 {
      let run = try? Spawn.output(of: path("inspect-cli"), ["attach", "\(pid)"], limit: 1 << 20)
      guard let run else { give(up: "inspect-cli cannot be run") }
      if run.status == 0 { return }
      text = String(decoding: run.bytes, as: UTF8.self)
      usleep(20_000)
    }
    give(up: "attaching to \(pid): \(text)")
  }

  /// Stops the daemon and removes the folder.
  package func end() {
    run("inspect-cli", "stop")
    // What cannot be removed stays; the next run has a folder of its own.
    for folder in [folder, elsewhere] {
      for name in (try? folder.names()) ?? [] { unlink(folder.path(of: name)) }
      rmdir(folder.path)
    }
  }

  private func give(up why: String) -> Never {
    print("cannot measure: \(why)")
    exit(70)
  }
}
