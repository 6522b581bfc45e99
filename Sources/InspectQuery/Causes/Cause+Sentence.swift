package import InspectWire

extension Cause {
  /// The cause as a sentence, for a cause that has everything else.
  var sentence: String {
    let count = memberCount
    switch kind {
    case .binding:
      return followers == 0
        ? "One binding fails by itself."
        : "One binding fails, and \(Self.others(followers)) because of it."
    case .place:
      let rest = followers &- count
      return "\(count) bindings fail at one place"
        + (rest == 0 ? "." : ", and \(Self.others(rest)) because of them.")
    case .circle:
      return "\(count) bindings wait for each other"
        + (followers == 0 ? "." : ", and \(Self.others(followers)) for them.")
    case .loop:
      let depending =
        switch followers {
        case 0: ""
        case 1: " 1 other depends on \(count == 1 ? "it" : "them")."
        default: " \(followers) others depend on \(count == 1 ? "it" : "them")."
        }
      return round(count) + depending
    }
  }

  private func round(_ count: UInt64) -> String {
    let head = count == 1 ? "One binding feeds itself" : "\(count) bindings feed each other"
    return switch loop?.kind {
    case .settlesSlowly:
      head + (count == 1 ? " and settles too slowly." : " and settle too slowly.")
    case .twoWritersFight: head + ", and two of them write to one target."
    case .doesNotSettle, nil:
      head + (count == 1 ? " and does not settle." : " and do not settle.")
    }
  }

  private static func others(_ count: UInt64) -> String {
    count == 1 ? "1 other" : "\(count) others"
  }
}

extension Causes {
  /// What is known of the bindings that are named, those of the first causes first.
  package func records(in model: GraphModel) -> [Record] {
    var seen: Set<BindingID> = []
    var nodes: Set<NodeID> = []
    var records: [Record] = []
    func add(_ ids: some Sequence<BindingID>) {
      for id in ids where seen.insert(id).inserted {
        guard let binding = model.binding(id) else { continue }
        if let node = binding.node, nodes.insert(node).inserted, let told = model.node(node) {
          records.append(.node(told))
        }
        records.append(.binding(binding))
        if let status = model.status(of: id) { records.append(.status(status)) }
      }
    }
    for cause in causes {
      add([cause.binding])
      add(cause.kind == .loop ? cause.members[...] : cause.members.prefix(QueryLimits.examples))
      add(cause.examples)
    }
    add(shared.compactMap(\.through))
    return records
  }
}
