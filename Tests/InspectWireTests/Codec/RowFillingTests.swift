internal import InspectWire
internal import Testing

@Suite struct RowFillingTests {
  private let instance = InstanceID(high: 3, low: 4)
  private var link: ChainLink { ChainLink(run: instance, from: 0, to: 1) }

  private func status(_ id: UInt64) -> Record {
    .status(
      StatusRecord(
        binding: BindingID(id), colour: .red,
        reasons: [Reason(.ownerNotFound, [Parameter("path", "a.b.\(id)")])],
        since: Moment(microseconds: 5)))
  }

  @Test(arguments: [1_000, 8_000, Limits.sectionBytes])
  func `sections stay below the bound and nothing is lost between them`(bound: Int) throws {
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    var left = (1...2_000 as ClosedRange<UInt64>).map(status)[...]
    var read: [Record] = []
    while let first = left.first {
      encoder.openRows(byteLimit: bound)
      let isFirstTaken = encoder.append(first)
      #expect(isFirstTaken)
      left.removeFirst()
      while let next = left.first, encoder.append(next) { left.removeFirst() }
      let frames = encoder.closeSection(.delta, stream: 1, link: link, instance: instance)
      let columns = frames.filter { String(decoding: $0, as: UTF8.self).contains("columns") }
      #expect(frames.reduce(0) { $0 + $1.count } - columns.reduce(0) { $0 + $1.count } <= bound)
      for frame in frames {
        if case .delta(let section) = try decoder.decode(frame) { read += section.records }
      }
    }
    #expect(read == (1...2_000 as ClosedRange<UInt64>).map(status))
  }

  @Test func `a flush of all kinds becomes a batch a kind, numbered on`() throws {
    var random = RandomRecords(seed: 3)
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let records = random.records(100)
    encoder.openRows(byteLimit: Limits.messageBytes)
    for record in records {
      let isTaken = encoder.append(record)
      #expect(isTaken)
    }
    let (frames, last) = encoder.closeBatches(after: 41)
    var sequences: [UInt64] = []
    var read: [Record] = []
    for frame in frames {
      guard case .batch(let batch) = try decoder.decode(frame) else { continue }
      sequences.append(batch.sequence)
      read += batch.records
    }
    #expect(sequences == Array(42...last))
    #expect(read == groupedByKind(records))
  }

  @Test func `a batch takes no more records than a batch may have`() {
    var encoder = MessageEncoder()
    encoder.openRows(byteLimit: Limits.messageBytes)
    let taken = (0..<Limits.batchRecords + 1).filter { encoder.append(status(UInt64($0))) }
    #expect(taken.count == Limits.batchRecords)
  }

  @Test func `what is forgotten travels with the rows`() throws {
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    encoder.openRows(byteLimit: 1_000)
    _ = encoder.forget(.binding(BindingID(7)))
    _ = encoder.forget(.scope(ScopeID(1 << 53 + 1)))
    let frames = encoder.closeSection(.delta, stream: 1, link: link, instance: instance)
    guard case .delta(let section) = try decoder.decode(try #require(frames.last)) else {
      return #expect(Bool(false))
    }
    #expect(section.forgotten == [.scope(ScopeID(1 << 53 + 1)), .binding(BindingID(7))])
  }

  @Test func `a record that no message can hold is told without its long texts`() throws {
    let long = String(repeating: "x", count: Limits.stringBytes)
    let reasons = (0..<16).map { _ in
      Reason(.transformerFailed, (0..<16).map { Parameter("text", "\($0)" + long) })
    }
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    encoder.openRows(byteLimit: Limits.sectionBytes)
    let isTaken = encoder.append(
      .status(
        StatusRecord(
          binding: BindingID(1), colour: .red, reasons: reasons, since: Moment(microseconds: 0))))
    #expect(isTaken)
    var read: Message?
    for frame in encoder.closeSection(.delta, stream: 1, link: link, instance: instance) {
      read = try decoder.decode(frame)
    }
    guard case .delta(let section) = read, case .status(let status) = section.records.first else {
      return #expect(Bool(false))
    }
    #expect(status.reasons.map(\.code) == reasons.map(\.code))
  }

  @Test func `what is longer than a limit is cut, so that the other side reads it`() throws {
    let long = String(repeating: "é", count: Limits.stringBytes)
    let trail = (0..<100).map { Candidate("object \($0)", "no") }
    let reason = Reason(.ownerNotFound, [Parameter("path", long)], trail: trail)
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let status = StatusRecord(
      binding: BindingID(1), colour: .red, reasons: [Reason](repeating: reason, count: 2),
      since: Moment(microseconds: 0))
    var read: Message?
    for frame in encoder.encode(.batch(Batch(sequence: 1, records: [.status(status)]))) {
      read = try decoder.decode(frame)
    }
    guard case .batch(let batch) = read, case .status(let cut) = batch.records[0] else {
      return #expect(Bool(false))
    }
    #expect(cut.reasons[0].trail.count == Limits.trail)
    #expect(cut.reasons[0].trail[16] == Candidate("…", "69 more"))
    #expect(cut.reasons[0].trail.last == trail.last)
    #expect(cut.reasons[0].parameters[0].value.utf8.count == Limits.stringBytes)
  }

  @Test func `a value nested deeper than a message is folded`() throws {
    var value = Value.bool(true)
    for _ in 0..<100 { value = .array([value], count: 1) }
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let status = StatusRecord(
      binding: BindingID(1), colour: .red, since: Moment(microseconds: 0), lastGood: value)
    encoder.openRows(byteLimit: 10_000)
    _ = encoder.append(.status(status))
    let frames = encoder.closeSection(.snapshotPart, stream: 1, link: link, instance: instance)
    for frame in frames { _ = try decoder.decode(frame) }
    #expect(
      String(decoding: try #require(frames.last), as: UTF8.self).contains(#"["other","","…"]"#))
  }

  @Test func `an encoder that keeps no memory writes the same`() {
    var random = RandomRecords(seed: 11)
    var (keeping, freeing) = (MessageEncoder(), MessageEncoder(keepsMemory: false))
    for _ in 0..<200 {
      let message = random.message()
      let (one, other) = (keeping.encode(message), freeing.encode(message))
      #expect(one == other)
    }
  }
}
