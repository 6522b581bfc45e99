private import Glibc
internal import InspectSystem

/// What a process of the stage has cost so far.
package struct OtherProcess: Sendable {
  package let pid: Int32

  package init(pid: Int32) { self.pid = pid }

  /// Seconds of processor time, for the program and by the kernel in its name.
  package var processorSeconds: Double {
    var clock = clockid_t()
    precondition(clock_getcpuclockid(pid, &clock) == 0, "\(pid) runs")
    return Measure.seconds(of: clock)
  }

  /// Bytes of memory that it alone has.
  package var anonymousBytes: Int {
    let lines = kernelText("status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("RssAnon:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  /// Descriptors that it has open.
  package var descriptors: Int {
    guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without the folder and its parent.
    return count - 2
  }

  private func kernelText(_ name: String) -> String {
    // What has ended has cost nothing.
    let bytes = try? WholeFile.readKernel("/proc/\(pid)/\(name)", limit: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
