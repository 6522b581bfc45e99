private import Glibc
private import InspectSystem

/// What a process has of the system, as the kernel counts it.
package struct Residence: CustomStringConvertible, Sendable {
  /// Memory of its own, in KiB: what it shares with files does not count.
  package let kilobytes: Int
  /// How many descriptors it has open.
  package let descriptors: Int

  /// Looks at a process of the same user.
  package init(of pid: Int32) throws {
    let status = try String(
      decoding: WholeFile.readKernel("/proc/\(pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let number else { throw WaitFailure("no resident size in \(status)") }
    kilobytes = number
    guard let folder = opendir("/proc/\(pid)/fd") else {
      throw SystemError.last("opendir", "descriptors of \(pid)")
    }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    descriptors = count - 2  // The folder itself and its parent.
  }

  package var description: String { "\(kilobytes) KiB, \(descriptors) descriptors" }
}
