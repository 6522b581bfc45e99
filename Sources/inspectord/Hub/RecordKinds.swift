internal import InspectWire

/// Which records of a thing are meant.
struct RecordKinds: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let declaration = RecordKinds(rawValue: 1)
  static let edges = RecordKinds(rawValue: 2)
  static let end = RecordKinds(rawValue: 4)
  static let status = RecordKinds(rawValue: 8)

  /// What stands in the order of declarations.
  static let declared: RecordKinds = [.declaration, .edges, .end]
  static let all: RecordKinds = [.declaration, .edges, .end, .status]

  /// The kinds one by one, in the order in which they are told.
  static let each: [RecordKinds] = [.declaration, .status, .edges, .end]
}

extension GraphModel {
  /// A record of a thing as it is now; nil where there is none.
  func record(_ kind: RecordKinds, of subject: Subject, level: Level) -> Record? {
    if kind == .end {
      return end(of: subject).map { .ended(EndedRecord(subject: subject, at: $0)) }
    }
    switch subject {
    case .scope(let id): return kind == .declaration ? scope(id).map(Record.scope) : nil
    case .node(let id): return kind == .declaration ? node(id).map(Record.node) : nil
    case .binding(let id):
      switch kind {
      case .declaration: return binding(id).map(Record.binding)
      case .edges: return edges(of: id).map(Record.edges)
      case .status:
        guard var status = statusAsTold(of: id) else { return nil }
        if level < .values { status.lastGood = nil }
        return .status(status)
      default: return nil
      }
    }
  }
}

extension MessageEncoder {
  /// Takes records of a thing into the open rows.
  ///
  /// - Parameter kinds: What is to be taken; afterwards, what did not fit.
  /// - Returns: Whether all of it fitted.
  mutating func take(
    _ kinds: inout RecordKinds, of subject: Subject, in model: GraphModel, level: Level
  ) -> Bool {
    for kind in RecordKinds.each where kinds.contains(kind) {
      if let record = model.record(kind, of: subject, level: level), !append(record) {
        return false
      }
      kinds.remove(kind)
    }
    return true
  }
}
