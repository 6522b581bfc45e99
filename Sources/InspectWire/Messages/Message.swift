/// One message of the protocol, whole; `docs/protocol.md` is the normative text.
package enum Message: Hashable, Sendable {
  // Greeting
  case hello(Hello)
  case welcome(Welcome)
  case reject(Reject)
  // Tables, which the codec makes and reads by itself: a caller never sees them.
  case strings(Strings)
  case columns(Columns)
  // Reporter to hub
  case batch(Batch)
  case history(History)
  case lost(Lost)
  case beat
  case bye(Bye)
  // Hub to reporter
  case want(Want)
  case credit(Credit)
  // Observer to hub
  case subscribe(Subscribe)
  case unsubscribe(Unsubscribe)
  case why(WhyRequest)
  case causes(CausesRequest)
  case attach(AttachRequest)
  case detach(DetachRequest)
  case list(ListRequest)
  case pass(PassRequest)
  // Hub to observer
  case processes(Processes)
  case snapshotBegin(SnapshotBegin)
  case snapshotPart(Section)
  case snapshotEnd(SnapshotEnd)
  case delta(Section)
  case entries(Entries)
  case note(Note)
  case result(Answer)
  case error(Failure)
}

extension Message {
  /// The number of a request; nil for messages that ask nothing.
  package var requestID: UInt64? {
    switch self {
    case .subscribe(let request): request.id
    case .unsubscribe(let request): request.id
    case .why(let request): request.id
    case .causes(let request): request.id
    case .attach(let request): request.id
    case .detach(let request): request.id
    case .list(let request): request.id
    case .pass(let request): request.id
    default: nil
    }
  }

  /// Whether it answers something: nobody answers it.
  ///
  /// Two sides that answer each other's answers never come to an end.
  package var isAnswer: Bool {
    switch self {
    case .welcome, .reject, .credit, .processes, .result, .error: true
    default: false
    }
  }
}
