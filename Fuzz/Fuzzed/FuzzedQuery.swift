internal import InspectQuery
internal import InspectWire

/// Any text: a query or an error with a place in it; printed and read again it is the same query, and
/// an answer to it that is kept while bindings change is the one that judging all anew gives.
func fuzzQuery(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let query: Query
  do {
    query = try Query(text)
  } catch {
    expect(error.offset >= 0 && error.offset <= text.utf8.count, "at \(error.offset)")
    expect(error.text.utf8.count < 4_096, "\(error.text.utf8.count) bytes of error")
    return
  }
  let again = try? Query(query.text)
  expect(again == query && again?.text == query.text, "\(query.text) became \(again?.text ?? "-")")
  var model = GraphModel()
  for id in 1...6 as ClosedRange<UInt64> { declare(id, in: &model) }
  var live = LiveQuery(query)
  live.judgeAll(model, facts(at: 5))
  var dice = bytes.makeIterator()
  for step in 0..<min(bytes.count, 12) {
    let id = BindingID(UInt64(dice.next() ?? 0) % 6 + 1)
    let precedents = Set((0..<2).map { _ in BindingID(UInt64(dice.next() ?? 0) % 6 + 1) }).sorted()
    model.apply(.edges(EdgesRecord(binding: id, precedents: precedents)))
    if step % 3 == 0 { tell(id, dice.next() ?? 0, at: Int64(step), in: &model) }
    let now = facts(at: Int64(step) + 5)
    _ = live.tick(model, now)
    _ = live.update([id], model, now)
    let anew = query.matching(in: model, now)
    expect(live.matching.sorted() == anew, "\(query.text): \(live.matching) instead of \(anew)")
  }
  _ = Causes(of: model, facts(at: 20))
}

private let codes: [ReasonCode] = [
  .doesNotSettle, .pathObjectNil, .ownerNotFound, .transformerFailed,
]

private func declare(_ id: UInt64, in model: inout GraphModel) {
  let end = Endpoint(owner: "Label", property: "text", valueType: "String")
  model.apply(
    .binding(
      BindingRecord(
        id: BindingID(id), scope: ScopeID(1), node: nil,
        name: ["cart", "total", "ab"][Int(id % 3)],
        stableKey: "k\(id)", place: .source(file: "App/Cart.swift", line: Int(id)), keyPath: "a.b",
        transformer: nil, source: end, target: end, direction: .oneWay)))
  tell(BindingID(id), UInt8(id), at: 1, in: &model)
}

private func tell(_ id: BindingID, _ byte: UInt8, at second: Int64, in model: inout GraphModel) {
  let colour = Colour.allCases[Int(byte % 3)]
  model.apply(
    StatusRecord(
      binding: id, colour: colour, step: colour == .green ? nil : .path,
      reasons: colour == .green ? [] : [Reason(codes[Int(byte >> 2) % codes.count])],
      since: Moment(microseconds: second * 1_000_000), changes: UInt32(byte),
      marks: Marks(rawValue: UInt32(byte)), origin: byte % 5 == 0 ? UInt64(byte % 2) : nil))
}

private func facts(at second: Int64) -> QueryFacts {
  QueryFacts(
    process: InstanceFacts(
      instance: InstanceID(high: 1, low: 2), name: "shop", pid: 1, startTime: 0, host: "here",
      mode: .armed,
      clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0)),
    now: Moment(microseconds: second * 1_000_000), rate: { Double($0.rawValue) },
    value: { String($0.rawValue) })
}
