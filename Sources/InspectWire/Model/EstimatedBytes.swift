// Rough sizes on the wire: texts with their quotes, never less than half of the truth unless every
// byte is escaped.

extension Reason {
  /// About how many bytes it takes on the wire.
  package var estimatedBytes: Int {
    var bytes = 64 + code.rawValue.utf8.count
    for parameter in parameters { bytes += parameter.estimatedBytes }
    for candidate in trail { bytes += 8 + candidate.name.utf8.count + candidate.verdict.utf8.count }
    if let hint {
      bytes += 16 + hint.code.rawValue.utf8.count
      for parameter in hint.parameters { bytes += parameter.estimatedBytes }
    }
    return bytes
  }
}

extension Parameter {
  fileprivate var estimatedBytes: Int { 8 + name.utf8.count + value.utf8.count }
}

extension Value {
  /// About how many bytes it takes on the wire.
  package var estimatedBytes: Int {
    switch self {
    case .none, .bool, .redacted: 8
    case .int, .unsigned, .double, .date, .reference: 24
    case .some(let value): 8 + value.estimatedBytes
    case .decimal(let text), .string(let text, byteCount: _): 24 + text.utf8.count
    case .bytes(let bytes, byteCount: _): 24 + bytes.count * 2
    case .array(let values, count: _), .set(let values, count: _):
      values.reduce(24) { $0 + $1.estimatedBytes }
    case .dictionary(let entries, count: _):
      entries.reduce(24) { $0 + $1.key.estimatedBytes + $1.value.estimatedBytes }
    case .record(let type, let fields):
      24 + type.utf8.count + Self.bytes(of: fields)
    case .enumeration(let type, let name, let fields):
      24 + type.utf8.count + name.utf8.count + Self.bytes(of: fields)
    case .object(let type, handle: _): 32 + type.utf8.count
    case .other(let type, let text), .error(let type, let text):
      24 + type.utf8.count + text.utf8.count
    }
  }

  private static func bytes(of fields: [Field]) -> Int {
    fields.reduce(0) { $0 + 8 + $1.label.utf8.count + $1.value.estimatedBytes }
  }
}

extension HistoryEntry {
  /// About how many bytes it takes on the wire.
  package var estimatedBytes: Int {
    if case .event(let reason) = kind { 48 + reason.estimatedBytes } else { 48 }
  }
}
