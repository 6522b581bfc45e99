internal import InspectWire

/// Golden frames as a version 1.1 might write them, with more in every place where more may stand.
///
/// Of a fresh connection from its first frame to its last: columns that were told hold.
struct LaterFrames {
  private var columns: [String: [String]] = [:]

  /// A frame with more in it that means the same.
  mutating func later(_ frame: JSON) -> JSON {
    var frame = frame
    switch frame["m"]?.string ?? "" {
    case "columns":
      let of = frame["of"]?.string ?? ""
      let names = (frame["names"]?.array ?? []).compactMap(\.string)
      columns[of] = names
      frame.set("names", .array((names + ["tomorrow", "after"]).map { .string($0) }))
      return frame.with(More.member)
    case let kind where columns[kind] != nil:
      frame.set("rows", rows(frame["rows"], of: kind))
      return frame.with(More.member)
    case "history", "entries":
      frame.set("rows", .array((frame["rows"]?.array ?? []).map(entry)))
      if let lost = frame["lost"] { frame.set("lost", grown(lost)) }
      return frame.with(More.member)
    default: return grown(frame)
    }
  }

  // Every object has a member more, but those whose keys are no fields.
  private func grown(_ value: JSON) -> JSON {
    switch value {
    case .array(let elements): return .array(elements.map(grown))
    case .object(let members):
      let more = members.map { member in
        switch member.key {
        case "limits": member
        case "forgotten": JSON.Member(member.key, member.value.with(JSON.Member("aura", [1, 2])))
        case "rows": JSON.Member(member.key, section(member.value))
        case "history": JSON.Member(member.key, .array((member.value.array ?? []).map(entry)))
        default: JSON.Member(member.key, grown(member.value))
        }
      }
      return JSON.object(more).with(More.member)
    default: return value
    }
  }

  private func section(_ value: JSON) -> JSON {
    let members = (value.object ?? []).map { JSON.Member($0.key, rows($0.value, of: $0.key)) }
    return JSON.object(members).with(JSON.Member("aura", [[1, "b"], []]))
  }

  private func rows(_ value: JSON?, of kind: String) -> JSON {
    let names = columns[kind] ?? []
    return .array(
      (value?.array ?? []).map { row in
        var cells = zip(names, row.array ?? []).map { cell($1, $0) }
        while cells.count < names.count { cells.append(.null) }
        return .array(cells + [["of", ["a", "cell"]], 7])
      })
  }

  private func cell(_ value: JSON, _ column: String) -> JSON {
    guard let parts = value.array else { return value }
    switch (column, parts.count) {
    case ("source", 3), ("target", 3), ("frame", 4), ("counters", 4), ("write", 2): break
    case ("place", 2) where parts[0].array == nil: break
    case ("reasons", _): return .array(parts.map(reason))
    default: return value
    }
    return .array(parts + [More.value])
  }

  private func reason(_ value: JSON) -> JSON {
    guard let parts = value.array, parts.count == 4 else { return value }
    return .array(parts + [More.value])
  }

  // Whole entries only: what comes behind a missing cell would stand for it.
  private func entry(_ value: JSON) -> JSON {
    guard let parts = value.array, parts.count == 6 || parts.last?.array != nil else {
      return value
    }
    return .array(parts + [More.value])
  }

  private enum More {
    static let value: JSON = ["x": [.double(1.5), nil, "\u{1b}"], "y": ["z": true]]
    static let member = JSON.Member("tomorrow", value)
  }
}

extension JSON {
  fileprivate func with(_ member: Member) -> JSON { .object((object ?? []) + [member]) }

  fileprivate mutating func set(_ key: String, _ value: JSON) {
    self = .object((object ?? []).map { $0.key == key ? Member(key, value) : $0 })
  }
}
