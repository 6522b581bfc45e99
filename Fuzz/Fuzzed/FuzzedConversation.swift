internal import InspectWire

@testable internal import InspectReporter

/// What a hostile daemon says to a reporter that reports already.
func fuzzConversation(_ message: Message) {
  var conversation = Conversation()
  let run = InstanceID(high: 1, low: 1)
  _ = conversation.received(.welcome(Welcome(run: run, version: 1, implementation: "")))
  conversation.sent(through: 4)
  let actions = conversation.received(message)
  if message.isAnswer, case .answer = actions.first { expect(false, "an answer was answered") }
  expect((0...Limits.batchesUnderWay).contains(conversation.credit), "\(conversation.credit)")
}
