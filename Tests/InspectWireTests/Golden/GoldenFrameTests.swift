internal import Foundation
internal import InspectWire
internal import Testing

/// Golden frames: `NAME.jsonl` holds the frames of a fresh connection, one a line; `NAME.json` what a
/// reader must make of them.
@Suite struct GoldenFrameTests {
  static let names = GoldenMessages.all.map(\.name)

  private func messages(_ name: String) throws -> [Message] {
    try #require(GoldenMessages.all.first { $0.name == name }).messages
  }

  private func written(_ messages: [Message]) -> [[UInt8]] {
    var encoder = MessageEncoder()
    return messages.flatMap { encoder.encode($0) }
  }

  private func frames(_ name: String) throws -> [[UInt8]] {
    let frames = written(try messages(name))
    let text = try Fixtures.text(
      Fixtures.frames.appending(path: "\(name).jsonl"),
      rewritten: frames.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined())
    return text.split(separator: "\n").map { Array($0.utf8) }
  }

  private func read(_ frames: [[UInt8]]) throws -> [Message] {
    var decoder = MessageDecoder()
    return try frames.compactMap { try decoder.decode($0) }
  }

  @Test(arguments: names)
  func `what is written is what is golden`(name: String) throws {
    let golden = try frames(name).map { String(decoding: $0, as: UTF8.self) }
    #expect(written(try messages(name)).map { String(decoding: $0, as: UTF8.self) } == golden)
  }

  @Test(arguments: names)
  func `what is golden is read as it was meant`(name: String) throws {
    let messages = try read(try frames(name))
    #expect(messages == (try self.messages(name)))
    let readable = expectation(messages).pretty + "\n"
    let file = Fixtures.frames.appending(path: "\(name).json")
    #expect(try Fixtures.text(file, rewritten: readable) == readable)
  }

  @Test(arguments: names)
  func `every prefix of a golden frame is an error with an offset`(name: String) throws {
    var decoder = MessageDecoder()
    for frame in try frames(name) {
      for length in 0..<frame.count {
        let error = #expect(throws: WireError.self) {
          try decoder.decode(Array(frame[..<length]))
        }
        #expect(error.map { $0.offset <= length } == true)
      }
      _ = try decoder.decode(frame)
    }
  }

  @Test(arguments: names)
  func `a golden frame with spaces and line breaks is read the same`(name: String) throws {
    let spaced = try frames(name).map { frame in
      Array((try JSON.parse(frame)).pretty.utf8)
    }
    #expect(try read(spaced) == messages(name))
  }

  @Test func `every kind of message has its golden frame`() throws {
    var kinds: Set<String> = []
    for name in Self.names {
      for frame in try frames(name) { kinds.insert(try JSON.parse(frame)["m"]?.string ?? "") }
    }
    let all: Set = [
      "hello", "welcome", "reject", "strings", "columns", "scope", "node", "binding", "status",
      "edges", "ended", "history", "lost", "beat", "bye", "want", "credit", "subscribe",
      "unsubscribe", "why", "causes", "attach", "detach", "list", "pass", "processes",
      "snapshotBegin", "snapshotPart", "snapshotEnd", "delta", "entries", "note", "result", "error",
    ]
    #expect(kinds == all)
  }

  // Of a conversation also what a reader ends up with.
  private func expectation(_ messages: [Message]) -> JSON {
    var members = [JSON.Member("messages", .array(messages.map(\.readable)))]
    var model = GraphModel()
    var fleet = ObservedFleet(stream: 7)
    var effects: [JSON] = []
    for message in messages {
      if case .batch(let batch) = message { for record in batch.records { model.apply(record) } }
      let effect = fleet.apply(message)
      if effect != .nothing { effects.append(.string(word(effect))) }
    }
    if model != GraphModel() { members.append(JSON.Member("model", model.readable)) }
    if effects.count > 1 {
      members.append(JSON.Member("effects", .array(effects)))
      members.append(
        JSON.Member(
          "fleet",
          .object(
            fleet.ordered.map { JSON.Member($0.instance.text, $0.process.model.readable) })))
    }
    return .object(members)
  }

  private func word(_ effect: ObservedFleet.Effect) -> String {
    switch effect {
    case .nothing: "nothing"
    case .processes: "processes"
    case .began: "began"
    case .changed: "changed"
    case .whole: "whole"
    case .happened: "happened"
    case .note: "note"
    case .gap: "gap"
    }
  }
}
