internal import InspectWire

/// A binding as JSON, with its status; the same object in `tree`, `show`, `why` and `check`.
struct BindingShape {
  /// Turns moments of the process into times of day.
  let clock: ClockAnchor
  /// Tells where a place is.
  let find: (Place) -> FoundPlace

  /// The members; those of the status are null before the first one.
  func shape(_ binding: BindingRecord, _ status: StatusRecord?, _ colour: Colour) -> JSON {
    .shape([
      "id": .number(binding.id.rawValue),
      "stableKey": .string(binding.stableKey),
      "name": .string(binding.name),
      "scope": binding.scope.map { .number($0.rawValue) } ?? .null,
      "node": binding.node.map { .number($0.rawValue) } ?? .null,
      "declared": find(binding.place).shape,
      "keyPath": binding.keyPath.map { .string($0) } ?? .null,
      "transformer": binding.transformer.map { .string($0) } ?? .null,
      "direction": .string(binding.direction.name),
      "source": binding.source.shape,
      "target": binding.target.shape,
      "colour": .string(colour.name),
      "status": status.map(shape) ?? .null,
    ])
  }

  private func shape(_ status: StatusRecord) -> JSON {
    .shape([
      "step": status.step.map { .string($0.name) } ?? .null,
      "reasons": .array(status.reasons.map(\.shape)),
      "since": .time(clock.wall(of: status.since)),
      "changes": .number(UInt64(status.changes)),
      "marks": .array(
        Marks.named.filter { status.marks.contains($0.mark) }.map { .string($0.name) }),
      "counters": status.counters?.shape ?? .null,
      "lastWrite": status.lastWrite.map { write in
        .shape(["place": find(write.place).shape, "thread": .text(orNull: write.thread)])
      } ?? .null,
      "lastGood": status.lastGood.map(\.shape) ?? .null,
    ])
  }

  /// An entry of the history.
  func shape(_ entry: HistoryEntry) -> JSON {
    switch entry.kind {
    case .colour(let from, let to, let reason):
      .shape([
        "number": .number(entry.number), "at": .time(clock.wall(of: entry.at)),
        "binding": .number(entry.binding.rawValue), "from": .string(from.name),
        "to": .string(to.name), "reason": reason.map { .string($0.rawValue) } ?? .null,
      ])
    case .event(let reason):
      .shape([
        "number": .number(entry.number), "at": .time(clock.wall(of: entry.at)),
        "binding": .number(entry.binding.rawValue), "event": reason.shape,
      ])
    }
  }
}
