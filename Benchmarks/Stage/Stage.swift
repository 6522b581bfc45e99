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
    run("inspect-cli", "attach", "\(workload.pid)")
    return workload
  }

  /// Starts a program that says a line when it is ready, and obeys lines.
  package func program(_ name: String, _ arguments: String...) -> Workload {
    Workload(path(name), arguments)
  }

  /// Attaches to a process and starts an observer that follows it.
  package func observer(of pid: Int32) -> Companion {
    run("inspect-cli", "attach", "\(pid)")
    return Companion(path("inspect-cli"), ["tree", "\(pid)", "--follow"])
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
