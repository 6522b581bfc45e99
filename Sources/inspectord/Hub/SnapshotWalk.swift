internal import InspectWire

/// A snapshot under way: over all that is known, the worst first, a part at a time.
///
/// It walks over the places of the logs, once for each colour, and remembers by a bit what it has
/// passed: no list is made, so its memory is small and nothing is sorted. A part holds what is true
/// when it is written. What changes meanwhile is told by deltas, whether the walk has passed it or not.
struct SnapshotWalk {
  /// The rounds: a colour each, then whatever no binding needed.
  private static let rounds: [Colour?] = Colour.allCases + [nil]

  private let instances: [InstanceID]
  private var round = 0
  private var instance = 0
  private var place = 0
  private var seen: [InstanceID: BitField] = [:]
  /// What is being told of the present process; records are made when they are written.
  private var queue = Queue<(subject: Subject, kinds: RecordKinds)>()

  init(over instances: [InstanceID]) { self.instances = instances }

  /// What a step came to.
  enum Step {
    /// A part of this process stands in the encoder's open rows.
    case part(InstanceID)
    /// All has been told.
    case done
  }

  /// Fills open rows with the next part.
  mutating func fill(
    _ encoder: inout MessageEncoder, from processes: [InstanceID: HubProcess], level: Level
  ) -> Step {
    while round < Self.rounds.count {
      guard instance < instances.count, let process = processes[instances[instance]] else {
        guard instance < instances.count else {
          (round, instance, place) = (round + 1, 0, 0)
          continue
        }
        nextInstance()
        continue
      }
      if fill(&encoder, process, level) {
        let told = instances[instance]
        nextInstance()
        if !encoder.isEmpty { return .part(told) }
      } else {
        return .part(instances[instance])
      }
    }
    return .done
  }

  private mutating func nextInstance() {
    (instance, place) = (instance + 1, 0)
    queue.removeAll()
  }

  /// Takes the present process's things of this round; false where the rows are full.
  private mutating func fill(
    _ encoder: inout MessageEncoder, _ process: HubProcess, _ level: Level
  ) -> Bool {
    while true {
      while var item = queue.first {
        let fits = encoder.take(&item.kinds, of: item.subject, in: process.model, level: level)
        queue.popFirst()
        guard fits else {
          queue.prepend(item)
          return false
        }
      }
      guard place < process.log.placeCount else { return true }
      if let entry = process.log[place] { plan(entry, process) }
      place += 1
    }
  }

  /// Lists a thing of this round, with what it needs before it.
  private mutating func plan(_ entry: ChangeLog.Entry, _ process: HubProcess) {
    guard let colour = Self.rounds[round] else {
      list(entry.subject, process)
      return
    }
    guard case .binding(let id) = entry.subject, entry.colour == colour, !isSeen(place, process)
    else { return }
    for container in process.model.containers(of: id) { list(container, process) }
    list(entry.subject, process)
  }

  private func isSeen(_ place: Int, _ process: HubProcess) -> Bool {
    seen[process.facts.instance]?.contains(place) ?? false
  }

  private mutating func list(_ subject: Subject, _ process: HubProcess) {
    guard let place = process.log.place(of: subject),
      seen[process.facts.instance, default: BitField()].insert(place)
    else { return }
    queue.append((subject, .all))
  }
}

extension GraphModel {
  /// The scopes and nodes that a binding lies in, the outermost first, scopes before nodes.
  func containers(of id: BindingID) -> [Subject] {
    let binding = binding(id)
    let node = binding?.node
    let scopes = chain(from: binding?.scope ?? node.flatMap { self.node($0)?.scope })
    return scopes.reversed().map { .scope($0.id) } + ancestry(of: node).map { .node($0) }
  }

  /// A node and those that it is part of, the outermost first; ends where the chain is broken or
  /// loops.
  fileprivate func ancestry(of first: NodeID?) -> [NodeID] {
    var chain: [NodeID] = []
    var seen: Set<NodeID> = []
    var next = first
    while let id = next, seen.insert(id).inserted, let node = node(id) {
      chain.append(id)
      next = node.parent
    }
    return chain.reversed()
  }
}
