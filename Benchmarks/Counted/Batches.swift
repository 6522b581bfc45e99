import InspectWire

/// Batches of whole statuses, one in a hundred of them red, as they travel.
struct Batches {
  private let batches: [Batch]

  init(of count: Int) {
    let records = (0..<count).map { index in
      let isRed = index % 100 == 0
      let reason = Reason(.ownerNotFound, [Parameter("path", "employee.salary")])
      return Record.status(
        StatusRecord(
          binding: BindingID(UInt64(index % 1_000 + 1)), colour: isRed ? .red : .green,
          step: isRed ? .owner : nil, reasons: isRed ? [reason] : [],
          since: Moment(microseconds: 1_000_000 + Int64(index)), changes: UInt32(index % 7),
          counters: Counters(updates: UInt64(index))))
    }
    batches = stride(from: 0, to: count, by: 1_000).map { start in
      Batch(
        sequence: UInt64(start / 1_000 + 1),
        records: Array(records[start..<min(start + 1_000, count)]))
    }
  }

  func encode() { _ = frames() }

  private func frames() -> [[UInt8]] {
    var encoder = MessageEncoder()
    return batches.flatMap { encoder.encode(.batch($0)) }
  }

  /// Encodes, decodes and folds.
  func fold() {
    var decoder = MessageDecoder()
    var model = GraphModel()
    for frame in frames() {
      guard case .batch(let batch)? = try? decoder.decode(frame) else { continue }
      for record in batch.records { model.apply(record) }
    }
    precondition(model.size.bindings > 0, "something was folded")
  }
}
