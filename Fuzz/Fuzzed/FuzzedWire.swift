internal import InspectWire

/// Lines are frames of one connection. What is read is written again, read again, and the same.
func fuzzWire(_ bytes: [UInt8]) {
  var decoder = MessageDecoder()
  var encoder = MessageEncoder()
  var second = MessageDecoder()
  for frame in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(64) {
    do {
      guard let message = try decoder.decode(Array(frame)) else { continue }
      var again: [Message] = []
      for written in encoder.encode(message) {
        expect(written.count <= Limits.messageBytes, "a message of \(written.count) bytes")
        if let read = try second.decode(written) { again.append(read) }
      }
      if case .batch(let batch) = message, batch.records.isEmpty { continue }
      expect(again == [message], "\(message) became \(again)")
    } catch {
      expect(error.offset >= 0 && error.offset <= max(frame.count, Limits.messageBytes), error.text)
    }
  }
}

/// One value: what is read is written again and read the same.
func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSON.parse(bytes) else { return }
  let again = try? JSON.parse(Array(value.text.utf8))
  expect(again == value, "\(value.text)")
  let laidOut = try? JSON.parse(Array(value.pretty.utf8))
  expect(laidOut == value, "\(value.pretty)")
}

/// What a hostile daemon or program says, to those who follow it: observers and reporters.
func fuzzClients(_ bytes: [UInt8]) {
  var decoder = MessageDecoder()
  var fleet = ObservedFleet(stream: 7)
  var model = GraphModel(limit: 64)
  for frame in bytes.split(separator: 0x0A).prefix(64) {
    guard let message = try? decoder.decode(Array(frame)) else { continue }
    _ = fleet.apply(message)
    if case .batch(let batch) = message { for record in batch.records { model.apply(record) } }
    fuzzConversation(message)
  }
  let counts = fleet.counts
  expect(counts.live &+ counts.grey >= counts.live, "counts that wrap")
  for (_, process) in fleet.ordered {
    for binding in process.model.bindings {
      for reason in process.model.status(of: binding.id)?.reasons ?? [] { _ = reason.sentence }
      _ = process.model.chain(from: binding.scope)
    }
    expect(Array(process.model.records(worstFirst: true)).count >= process.model.bindings.count, "")
  }
  let found = fleet.processes.map { ($0.key, $0.value.model) }
  _ = NameMatcher.matches(String(decoding: bytes.suffix(12), as: UTF8.self), in: found)
}
