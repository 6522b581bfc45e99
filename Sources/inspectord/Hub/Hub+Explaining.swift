internal import InspectWire

extension Hub {
  /// The answer to `why`: exactly one, whatever is asked.
  mutating func explain(_ request: WhyRequest, _ now: Instant) -> Message {
    if let instance = request.instance, processes[instance] == nil {
      return .error(unknownProcess(instance, request.id))
    }
    let candidates = order.filter { request.instance == nil || request.instance == $0 }
    // What lives is meant before what has ended.
    for isLiving in [true, false] {
      let models = candidates.compactMap { instance in
        processes[instance].flatMap { process in
          process.hasEnded == isLiving ? nil : (instance, process.model)
        }
      }
      let result = NameMatcher.matches(request.name, in: models, limit: HubLimits.candidates)
      if let match = result.only { return explain(request, match, now) }
      if !result.matches.isEmpty { return .result(self.candidates(request, result)) }
    }
    return .error(unknown(request, candidates))
  }

  private mutating func explain(
    _ request: WhyRequest, _ match: NameMatcher.Match, _ now: Instant
  ) -> Message {
    guard let process = processes[match.instance],
      let binding = process.model.binding(match.binding)
    else { return .error(unknown(request, [])) }
    if !process.isAsked {
      processes[match.instance]?.isAsked = true
      renewDemand(now)
    }
    return .result(
      Answer(
        id: request.id, content: .explanation(process.explanation(of: binding))))
  }

  private func candidates(_ request: WhyRequest, _ result: NameMatcher.Result) -> Answer {
    let matches = result.matches.compactMap { match in
      processes[match.instance].map { process in
        NameMatch(
          instance: match.instance, process: process.facts.name, pid: process.facts.pid,
          binding: match.binding, name: match.name,
          colour: process.hasEnded ? .grey : match.colour)
      }
    }
    return Answer(id: request.id, content: .candidates(matches))
  }

  /// Why nothing answers to a name: it was dropped, or it never was.
  private func unknown(_ request: WhyRequest, _ instances: [InstanceID]) -> Failure {
    let name = display(request.name, limit: 120)
    let isForgotten = instances.contains { instance in
      processes[instance]?.forgotten.hasBinding(called: request.name) ?? false
    }
    if isForgotten {
      return Failure(
        id: request.id, code: .forgotten,
        text: "The binding “\(name)” ended and is not kept any more.",
        remedy: "Ended bindings are kept for 10 minutes, the newest "
          + "\(HubLimits.endedThings) of a process.")
    }
    let names = instances.flatMap { processes[$0]?.model.bindings.prefix(4_096).map(\.name) ?? [] }
    let meant = nearest(request.name, among: names).map { "Did you mean “\(display($0))”?" }
    return Failure(
      id: request.id, code: .noSuchBinding, text: "No binding is called “\(name)”.",
      remedy: meant ?? "`inspect-cli tree` lists them.")
  }
}

extension HubProcess {
  /// All that is known of why a binding is as it is.
  func explanation(of binding: BindingRecord) -> Explanation {
    var status =
      model.status(of: binding.id)
      ?? StatusRecord(binding: binding.id, colour: .yellow, since: facts.clock.moment)
    let told = status
    if hasEnded { status.colour = .grey }
    let node = binding.node.flatMap { model.node($0) }
    return Explanation(
      process: entry, binding: binding, status: status,
      scopes: Array(model.chain(from: binding.scope ?? node?.scope).prefix(Limits.trail)),
      node: node, history: history.entries(of: binding.id), sharing: sharing(told),
      unknown: unknown)
  }

  /// How many others are not green for the same first reason: at the same place, where that is told,
  /// else with the same details.
  private func sharing(_ status: StatusRecord) -> UInt64 {
    guard let reason = status.reasons.first, status.colour != .green else { return 0 }
    let count = model.countLiving { other in
      guard let first = other.reasons.first, other.step == status.step else { return false }
      guard first.code == reason.code, other.origin == status.origin else { return false }
      return status.origin != nil || first.parameters == reason.parameters
    }
    let isCounted = !model.isEnded(.binding(status.binding))
    return isCounted && count > 0 ? count - 1 : count
  }

  private var unknown: [String] {
    switch facts.mode {
    case .none, .off:
      ["who wrote last and how often (the process runs in mode off; BINDINSPECT=armed notes it)"]
    case .armed, .flight: []
    }
  }
}
