private import Glibc

/// Who listens on a port of this machine, as far as that can be seen.
package enum PortHolder {
  /// The process that listens there; nil where it is hidden, or nobody does.
  package static func find(_ port: UInt16) -> ProcessTable.Entry? {
    let wanted = Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap { sockets(in: $0, port) })
    guard !wanted.isEmpty else { return nil }
    for pid in ProcessTable.all() {
      let folder = RuntimeFolder(path: "/proc/\(pid)/fd")
      // Those of other users cannot be looked into.
      for name in (try? folder.names()) ?? [] {
        if let target = ProcessTable.link(folder.path(of: name)), wanted.contains(target) {
          return ProcessTable.entry(of: pid)
        }
      }
    }
    return nil
  }

  /// Listening sockets of a table, as the links to them are called (`proc_pid_net(5)`).
  private static func sockets(in table: String, _ port: UInt16) -> [String] {
    guard let bytes = try? WholeFile.readKernel(table, limit: 4 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap { line in
        let cells = line.split(separator: " ")
        guard cells.count > 9, cells[3] == "0A",
          let number = cells[1].split(separator: ":").last, UInt16(number, radix: 16) == port
        else { return nil }
        return "socket:[\(cells[9])]"
      }
  }
}
