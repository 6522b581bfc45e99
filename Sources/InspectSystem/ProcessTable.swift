private import Glibc

/// What the kernel tells of processes, from `/proc`.
package enum ProcessTable {
  /// Facts of one process.
  package struct Entry: Hashable, Sendable {
    /// Its number.
    package let pid: Int32
    /// Name as the kernel keeps it: at most 15 bytes.
    package let name: String
    /// State letter: `R` running, `S` asleep, `T` stopped, `t` traced, `Z` ended and not buried.
    package let state: Character
    /// Start in clock ticks since boot; with the pid it names one process for good.
    package let startTime: UInt64
    /// User that owns it.
    package let user: UInt32

    /// Whether it can answer nothing, because somebody stopped or traces it.
    package var isStopped: Bool { state == "T" || state == "t" }
    /// Whether a tracer holds it.
    package var isTraced: Bool { state == "t" }
    /// Whether it has ended.
    package var isDead: Bool { state == "Z" || state == "X" }
  }

  /// Facts of a process; nil where there is none of that number.
  package static func entry(of pid: Int32) -> Entry? {
    pid > 0 ? entry(pid, in: "/proc/\(pid)") : nil
  }

  /// Facts of this process; its number may be another one where `/proc` is not of its namespace.
  package static var own: Entry? { entry(Environment.ownPID, in: "/proc/self") }

  private static func entry(_ pid: Int32, in folder: String) -> Entry? {
    guard let (name, fields) = told(in: folder), fields.count > 19,
      let start = UInt64(fields[19]), let state = fields[0].first
    else { return nil }
    var facts = stat()
    guard unsafe stat(folder, &facts) == 0 else { return nil }
    return Entry(pid: pid, name: name, state: state, startTime: start, user: facts.st_uid)
  }

  /// The name in `stat`, and the fields behind it.
  private static func told(in folder: String) -> (name: String, fields: [String])? {
    guard let bytes = try? WholeFile.readKernel("\(folder)/stat", limit: 4_096),
      let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }  // Gone between two looks is the same as not there.
    // The name may hold spaces and brackets, so the fields are counted behind its last bracket.
    let fields = bytes[(close + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    return (
      String(decoding: bytes[(open + 1)..<close], as: UTF8.self),
      fields.map { String(decoding: $0, as: UTF8.self) }
    )
  }

  /// The status that a process has left for its parent, which has not asked for it yet; nil where it
  /// lives, is buried, or is another user's.
  static func waitStatus(of pid: Int32, startedAt startTime: UInt64) -> Int32? {
    guard let entry = entry(of: pid), entry.isDead, entry.startTime == startTime,
      entry.user == Peer.ownUser, let fields = told(in: "/proc/\(pid)")?.fields,
      fields.count > 49, fields[0] == "Z"
    else { return nil }
    return Int32(fields[49])
  }

  /// Whether a process of this number and start still runs.
  package static func isRunning(_ pid: Int32, startedAt startTime: UInt64) -> Bool {
    guard let entry = entry(of: pid) else { return false }
    return entry.startTime == startTime && !entry.isDead
  }

  /// A variable that a process of this user was started with; nil where there is none to be seen.
  package static func variable(_ name: String, of pid: Int32) -> String? {
    // What cannot be read is not known; the kernel keeps no more than 6 MiB of it.
    guard let bytes = try? WholeFile.readKernel("/proc/\(pid)/environ", limit: 8 << 20) else {
      return nil
    }
    let start = Array((name + "=").utf8)
    return bytes.split(separator: 0).first { $0.starts(with: start) }
      .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// Name of a namespace that a process lives in: equal where two share it; nil where it is hidden.
  ///
  /// - Parameter kind: `pid`, `mnt`, `net` and others (`namespaces(7)`).
  package static func namespace(_ kind: String, of pid: Int32) -> String? {
    link("/proc/\(pid)/ns/\(kind)")
  }

  /// Path of the root folder of a process, as seen from here; nil where it is hidden.
  package static func root(of pid: Int32) -> String? { link("/proc/\(pid)/root") }

  /// The number that a process has in its own pid namespace; nil where it cannot be seen.
  package static func innerNumber(of pid: Int32) -> Int32? {
    status("NSpid", of: pid)?.last.flatMap { Int32($0) }
  }

  /// The user that a process is in its own user namespace; nil where that cannot be seen.
  package static func innerUser(of pid: Int32) -> UInt32? {
    guard let outer = status("Uid", of: pid)?.dropFirst().first.flatMap({ UInt32($0) }),
      let map = try? WholeFile.readKernel("/proc/\(pid)/uid_map")
    else { return nil }  // Gone meanwhile.
    for line in map.split(separator: UInt8(ascii: "\n")) {
      let numbers = line.split(separator: UInt8(ascii: " "))
        .compactMap { UInt32(String(decoding: $0, as: UTF8.self)) }
      guard numbers.count == 3, outer >= numbers[1], outer - numbers[1] < numbers[2] else {
        continue
      }
      let (inner, isTooLarge) = numbers[0].addingReportingOverflow(outer - numbers[1])
      return isTooLarge ? nil : inner
    }
    return nil
  }

  /// The words of a line of `status`.
  private static func status(_ name: String, of pid: Int32) -> [Substring]? {
    guard let bytes = try? WholeFile.readKernel("/proc/\(pid)/status") else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name + ":") }?.dropFirst(name.count + 1)
      .split { $0 == "\t" || $0 == " " }
  }

  /// Path of the program that a process runs; nil where it cannot be seen.
  package static func program(of pid: Int32) -> String? { link("/proc/\(pid)/exe") }

  /// Path of the program that this process runs.
  package static var ownProgram: String? { link("/proc/self/exe") }

  /// Numbers of all processes that can be seen, in no order.
  package static func all() -> [Int32] {
    ((try? RuntimeFolder(path: "/proc").names()) ?? []).compactMap { Int32($0) }  // None is empty.
  }

  /// Sends a signal; false where there is no such process or it is not ours.
  package static func send(signal: Int32, to pid: Int32) -> Bool { kill(pid, signal) == 0 }

  /// Where a link leads; nil where it cannot be read.
  static func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
