import InspectWire
import Testing

@testable import InspectReporter

@Suite struct Conversations {
  static let welcome = Message.welcome(
    Welcome(run: InstanceID(high: 1, low: 2), version: 1, implementation: "test"))

  static func reporting() -> Conversation {
    var conversation = Conversation()
    _ = conversation.received(welcome)
    return conversation
  }

  @Test func `nothing may be sent before the welcome`() {
    var conversation = Conversation()
    #expect(conversation.credit == 0)
    #expect(conversation.received(Self.welcome) == [.attach])
    #expect(conversation.credit == Limits.batchesUnderWay)
  }

  @Test func `what is confirmed may be sent again`() {
    var conversation = Self.reporting()
    conversation.sent(through: 8)
    #expect(conversation.credit == 0)
    _ = conversation.received(.credit(Credit(sequence: 3)))
    #expect(conversation.credit == 3)
  }

  @Test(arguments: [9, 1_000, UInt64.max])
  func `a number that was never sent confirms what was`(_ number: UInt64) {
    var conversation = Self.reporting()
    conversation.sent(through: 8)
    _ = conversation.received(.credit(Credit(sequence: number)))
    #expect(conversation.credit == Limits.batchesUnderWay)
  }

  @Test func `an old confirmation takes nothing back`() {
    var conversation = Self.reporting()
    conversation.sent(through: 8)
    _ = conversation.received(.credit(Credit(sequence: 8)))
    _ = conversation.received(.credit(Credit(sequence: 1)))
    #expect(conversation.credit == Limits.batchesUnderWay)
  }

  @Test func `a demand is obeyed after the welcome alone`() {
    var conversation = Self.reporting()
    #expect(conversation.received(.want(Want(level: .history))) == [.demand(.history)])
    var early = Conversation()
    #expect(
      early.received(.want(Want(level: .status)))
        == [.close(code: 1008, reason: "want before welcome")])
  }

  @Test func `a second welcome breaks the rules`() {
    var conversation = Self.reporting()
    #expect(
      conversation.received(Self.welcome) == [.close(code: 1008, reason: "welcome came twice")])
    #expect(conversation.credit == 0)
  }

  @Test func `a version that is not spoken is refused`() {
    var conversation = Conversation()
    let welcome = Welcome(run: InstanceID(high: 1, low: 2), version: 7, implementation: "test")
    #expect(
      conversation.received(.welcome(welcome))
        == [.close(code: 1008, reason: "version 7 is not spoken here")])
  }

  @Test(arguments: [
    ("the program is old", "update it", "the program is old; update it"),
    ("the program is old", "", "the program is old"), ("", "", "version-mismatch"),
  ])
  func `J1: a refusal says why, which side is old, and what to do`(
    _ text: String, _ remedy: String, _ words: String
  ) {
    var conversation = Conversation()
    let reject = Reject(code: .versionMismatch, text: text, remedy: remedy)
    #expect(conversation.received(.reject(reject)) == [.refused(words)])
  }

  @Test func `what only others are told is answered by an error, and the link stays`() {
    var conversation = Self.reporting()
    let actions = conversation.received(.why(WhyRequest(id: 1, name: "x")))
    guard case .answer(.error(let failure)) = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(failure.code == .notAllowed)
    #expect(failure.id == 1)
    #expect(conversation.isReporting)
  }

  @Test(
    arguments: [
      .error(Failure(id: nil, code: .unknownKind, text: "")),
      .error(Failure(id: 5, code: FailureCode("of-tomorrow"), text: "")),
      .result(Answer(id: 5, content: .done)),
      .processes(Processes(id: 5, isWhole: true, entries: [])),
    ] as [Message])
  func `J1: an answer is never answered`(message: Message) {
    var conversation = Self.reporting()
    #expect(conversation.received(message) == [])
    #expect(conversation.isReporting)
  }

  @Test func `an unknown kind is answered, and the link stays`() {
    var conversation = Self.reporting()
    var decoder = MessageDecoder()
    do {
      _ = try decoder.decode(Array(#"{"m":"x-new"}"#.utf8))
      Issue.record("it was read")
    } catch {
      guard case .answer(.error(let failure)) = conversation.misread(error).first else {
        Issue.record("no answer")
        return
      }
      #expect(failure.code == .unknownKind)
      #expect(conversation.isReporting)
    }
  }

  @Test(arguments: ["", "{", "[]", #"{"m":"credit"}"#, #"{"m":"want","level":99}"#])
  func `what cannot be read closes the link with a reason`(_ text: String) {
    var conversation = Self.reporting()
    var decoder = MessageDecoder()
    do {
      _ = try decoder.decode(Array(text.utf8))
      Issue.record("it was read")
    } catch {
      guard case .close(code: 1008, let reason) = conversation.misread(error).first else {
        Issue.record("no end")
        return
      }
      #expect(!reason.isEmpty)
      #expect(!conversation.isReporting)
    }
  }
}
