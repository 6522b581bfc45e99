private import Glibc
internal import InspectSystem

/// A daemon of its own, and what it has cost so far.
package struct HubProcess: Sendable {
  private let pid: Int32
  private let companion: Companion

  fileprivate init(_ program: String, _ folder: RuntimeFolder) {
    companion = Companion(program, ["--folder", folder.path])
    pid = companion.pid
    while access(folder.path(of: "daemon.sock"), F_OK) != 0 { usleep(1_000) }
  }

  /// Seconds of processor time, for the program and by the kernel in its name.
  package var processorSeconds: Double {
    let ticks = stat(14) + stat(15)
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Bytes of memory that it alone has.
  package var anonymousBytes: Int {
    let lines = kernelText("status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("RssAnon:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  /// Ends it; it has to run still.
  package func end() { companion.end() }

  // Numbered from 1 as in proc(5); the name, which may hold blanks, is passed over.
  private func stat(_ field: Int) -> Int {
    let text = kernelText("stat")
    guard let end = text.lastIndex(of: ")") else { return 0 }
    let fields = text[end...].split(separator: " ").dropFirst()
    return Int(Array(fields)[field - 3]) ?? 0
  }

  private func kernelText(_ name: String) -> String {
    let bytes = try? WholeFile.readKernel("/proc/\(pid)/\(name)", limit: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}

extension Stage {
  /// Starts a daemon in the stage's folder and waits until it can be dialled.
  package func hub() -> HubProcess { HubProcess(path("inspectord"), folder) }
}
