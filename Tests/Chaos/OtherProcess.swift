import Glibc

/// What the kernel tells of a process.
enum OtherProcess {
  /// How many descriptors it has open.
  static func descriptors(of pid: Int32) -> Int {
    guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 2  // The folder itself and its parent.
  }

  /// Processor time of a process in milliseconds.
  static func cpuMilliseconds(of pid: Int32) -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
