internal import InspectSystem
internal import InspectWire

/// How a person names a process: by its number, by its name, or by a piece of its name.
enum ProcessName: Equatable, Sendable {
  case pid(Int32)
  case name(String)

  init(_ text: String) {
    if let pid = Int32(text) { self = .pid(pid) } else { self = .name(text) }
  }

  /// The rows that are meant: an exact name beats one in other case, that beats a piece.
  func matches(_ rows: [ProcessRow]) -> [ProcessRow] {
    switch self {
    case .pid(let pid): return rows.filter { $0.pid == pid }
    case .name(let name):
      let folded = name.lowercased()
      let ways: [(ProcessRow) -> Bool] = [
        { $0.name.utf8.elementsEqual(name.utf8) },
        { $0.name.lowercased() == folded },
        { $0.name.lowercased().contains(folded) },
      ]
      return ways.lazy.map { rows.filter($0) }.first { !$0.isEmpty } ?? []
    }
  }

  /// As it was written, fit to be shown.
  var shown: String {
    switch self {
    case .pid(let pid): "\(pid)"
    case .name(let name): display(name, limit: 60)
    }
  }
}
