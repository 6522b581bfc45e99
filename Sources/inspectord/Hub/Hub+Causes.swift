internal import InspectQuery
internal import InspectWire

extension Hub {
  /// The answer to `causes`: exactly one, whatever is asked; linear in the graph of the process.
  func causes(_ request: CausesRequest) -> Message {
    guard let process = processes[request.instance] else {
      return .error(unknownProcess(request.instance, request.id))
    }
    // Of a process that has ended, what made its bindings fail at its end.
    let causes = Causes(of: process.model, process.queryFacts(at: nil))
    let answer = CausesAnswer(
      process: process.entry, causes: causes, records: causes.records(in: process.model))
    return .result(Answer(id: request.id, content: .causes(answer)))
  }

  /// Why a process is not known.
  func unknownProcess(_ instance: InstanceID, _ request: UInt64) -> Failure {
    let isDropped = dropped.contents.contains(instance)
    return Failure(
      id: request, code: isDropped ? .forgotten : .noSuchProcess,
      text: isDropped
        ? "The process ended long ago and is not kept any more." : "No such process is attached.")
  }
}

extension HubProcess {
  /// What queries are judged by.
  ///
  /// - Parameter wall: Microseconds since 1970, from which the process's own time follows; nil where
  ///   the time does not matter.
  func queryFacts(at wall: Int64?) -> QueryFacts {
    var now = facts.clock.moment
    if let wall {
      let (passed, overflow) = wall.subtractingReportingOverflow(facts.clock.wallMicroseconds)
      if !overflow { now = now.plus(passed) }
    }
    return QueryFacts(process: facts, hasEnded: wall == nil ? false : hasEnded, now: now)
  }
}
