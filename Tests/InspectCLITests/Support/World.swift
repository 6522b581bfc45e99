import InspectQuery
import InspectWire

@testable import inspect_cli

/// What a fake daemon knows, and how a right one answers.
struct World: Sendable {
  static let run = InstanceID(high: 7, low: 7)

  var processes: [(entry: ProcessEntry, model: GraphModel)] = []

  /// The example, broken as shipped.
  static let employees = World(processes: [(Samples.process(), Samples.employees())])

  /// The example, mended.
  static let mended: World = {
    let model = Samples.employees(Samples.green.of(2))
    return World(processes: [(Samples.process(counts: model.counts), model)])
  }()

  var entries: [ProcessEntry] { processes.map(\.entry) }

  /// The answers of a daemon that does as it should.
  func answer(_ message: Message) -> [Message] {
    switch message {
    case .hello:
      return [.welcome(Welcome(run: Self.run, version: 1, implementation: "fake 9.9.9"))]
    case .list(let request):
      return [.processes(Processes(id: request.id, isWhole: true, entries: entries))]
    case .subscribe(let request): return snapshot(request)
    case .why(let request): return [why(request)]
    case .causes(let request):
      return processes.filter { $0.entry.facts.instance == request.instance }.map { entry, model in
        .result(Answer(id: request.id, content: .causes(Self.causes(entry, model))))
      }
    case .attach(let request):
      guard let entry = find(request.process) else {
        let text = "it is gone"
        return [.error(Failure(id: request.id, code: .noSuchProcess, text: text))]
      }
      return [.result(Answer(id: request.id, content: .process(entry)))]
    case .detach(let request):
      return [.result(Answer(id: request.id, content: .done))]
    default: return []
    }
  }

  /// What makes bindings fail, as the daemon says it.
  static func causes(_ entry: ProcessEntry, _ model: GraphModel) -> CausesAnswer {
    let facts = QueryFacts(process: entry.facts, now: Samples.since)
    let causes = Causes(of: model, facts)
    return CausesAnswer(process: entry, causes: causes, records: causes.records(in: model))
  }

  private func find(_ selector: ProcessSelector) -> ProcessEntry? {
    entries.first { entry in
      switch selector {
      case .pid(let pid): entry.facts.pid == pid
      case .name(let name): entry.facts.name == name
      case .instance(let instance): entry.facts.instance == instance
      }
    }
  }

  private func snapshot(_ request: Subscribe) -> [Message] {
    let wanted = processes.filter { process in
      request.instances.isEmpty || request.instances.contains(process.entry.facts.instance)
    }
    var messages: [Message] = [
      .processes(Processes(id: request.id, isWhole: true, entries: wanted.map(\.entry))),
      .snapshotBegin(
        SnapshotBegin(stream: request.id, run: Self.run, why: "subscribed", bindings: 0)),
    ]
    var revision: UInt64 = 0
    for (entry, model) in wanted {
      let link = ChainLink(run: Self.run, from: revision, to: revision + 1)
      revision += 1
      messages.append(
        .snapshotPart(
          Section(
            stream: request.id, link: link, instance: entry.facts.instance,
            records: Array(model.records(worstFirst: true)))))
    }
    let link = ChainLink(run: Self.run, from: revision, to: revision)
    return messages + [.snapshotEnd(SnapshotEnd(stream: request.id, link: link))]
  }

  private func why(_ request: WhyRequest) -> Message {
    let models = processes.map { ($0.entry.facts.instance, $0.model) }
      .filter { request.instance == nil || $0.0 == request.instance }
    let found = NameMatcher.matches(request.name, in: models)
    guard let first = found.matches.first,
      let (entry, model) = processes.first(where: { $0.entry.facts.instance == first.instance }),
      let binding = model.binding(first.binding)
    else {
      let text = "no binding is called “\(request.name)”"
      return .error(Failure(id: request.id, code: .noSuchBinding, text: text))
    }
    guard found.total == 1 else {
      let candidates = found.matches.map { match in
        NameMatch(
          instance: match.instance, process: entry.facts.name, pid: entry.facts.pid,
          binding: match.binding, name: match.name, colour: match.colour)
      }
      return .result(Answer(id: request.id, content: .candidates(candidates)))
    }
    let explanation = Explanation(
      process: entry, binding: binding,
      status: model.status(of: binding.id)
        ?? StatusRecord(binding: binding.id, colour: .yellow, since: Samples.since),
      scopes: model.chain(from: binding.scope), node: binding.node.flatMap { model.node($0) },
      history: [], sharing: 0, unknown: [])
    return .result(Answer(id: request.id, content: .explanation(explanation)))
  }
}
