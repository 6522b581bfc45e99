internal import InspectWire

/// How the tree of what was observed is shown: which processes and bindings, in which order.
struct TreeView {
  let context: CommandContext
  let options: TreeOutline.Options
  private let showsEnded: Bool

  /// - Parameter showsEnded: Whether processes that have ended are shown without being asked for.
  init(_ context: CommandContext, showsEnded: Bool) {
    self.context = context
    options = TreeOutline.Options(
      all: context.invocation.has(.all), worstFirst: context.invocation.has(.worstFirst))
    self.showsEnded = showsEnded || options.all
  }

  /// The processes that are shown.
  func shown(_ observation: Observation) -> [(entry: ProcessEntry, model: GraphModel)] {
    let all = observation.processes.filter { showsEnded || !$0.entry.hasEnded }
    guard options.worstFirst else { return all }
    return all.enumerated().sorted { one, other in
      let left = one.element.model.counts.worst ?? .grey
      let right = other.element.model.counts.worst ?? .grey
      return (left, one.offset) < (right, other.offset)
    }.map(\.element)
  }

  /// The whole tree.
  func lines(_ observation: Observation) -> [Line] {
    lines(observation, context.layout, most: .max).shown
  }

  /// The first lines of the tree, and how many there are: those that nobody sees are not made.
  func lines(
    _ observation: Observation, _ layout: Layout, most: Int
  ) -> (shown: [Line], total: Int) {
    let text = TreeText(layout, context.clock)
    var lines: [Line] = []
    var total = 0
    var sum = Counts()
    var hidden = (ended: 0, internal: 0)
    let processes = shown(observation)
    for (entry, model) in processes {
      // Of a process that has ended everything has; it is shown since somebody asked for it.
      var options = options
      options.all = options.all || entry.hasEnded
      let outline = TreeOutline(model, hasEnded: entry.hasEnded, options)
      lines.append(text.line(entry, outline.counts))
      lines += outline.rows.prefix(max(0, most - lines.count)).map(text.line)
      total += 1 + outline.rows.count
      for colour in Colour.allCases { sum[colour] += outline.counts[colour] }
      hidden.ended += outline.hiddenEnded
      hidden.internal += outline.hiddenInternal
    }
    var sums: [Line] = []
    if processes.count > 1 {
      let words = " \(CountsText.words(sum)) in \(processes.count) processes"
      let sign = sum.worst.map(context.palette.sign) ?? Span(context.palette.dot)
      sums.append(Line(sign, Span(words, .strong)))
    }
    let parts = [
      hidden.ended > 0 ? "\(hidden.ended) ended" : nil,
      hidden.internal > 0 ? "\(hidden.internal) internal" : nil,
    ].compactMap(\.self)
    if !parts.isEmpty {
      sums.append(Line("Not shown: \(parts.joined(separator: ", ")) (--all)", .faint))
    }
    return (Array((lines + sums).prefix(most)), total + sums.count)
  }

  /// All bindings that are shown, by colour.
  func counts(_ observation: Observation) -> Counts {
    var sum = Counts()
    for (entry, model) in shown(observation) {
      if entry.hasEnded {
        sum.grey += model.counts.live + model.counts.grey
        continue
      }
      for colour in Colour.allCases where colour != .grey || options.all {
        sum[colour] += model.counts[colour]
      }
    }
    return sum
  }

  /// The tree as JSON: scopes, nodes and bindings each in a list, with the numbers of what contains
  /// them.
  func shape(_ observation: Observation) -> JSON {
    .shape([
      "processes": .array(
        shown(observation).map { entry, model in
          let finder = PlaceFinder(entry.facts)
          // Who wrote last is told by `show`: looking that up for each binding would take long.
          let shape = BindingShape(clock: entry.facts.clock) { place in
            if case .code(let addresses) = place, let first = addresses.first {
              return .address(
                module: first.module, offset: first.offset, why: "`show` looks the line up")
            }
            return finder.find(place)
          }
          var process = ProcessRow(entry).shape
          if case .object(var members) = process {
            members += [
              .init("scopes", .array(model.scopes.map(\.shape))),
              .init("nodes", .array(model.nodes.map(\.shape))),
              .init("bindings", .array(bindings(entry, model, shape))),
            ]
            process = .object(members)
          }
          return process
        })
    ])
  }

  private func bindings(
    _ entry: ProcessEntry, _ model: GraphModel, _ shape: BindingShape
  ) -> [JSON] {
    let all = model.bindings.compactMap { binding -> (Colour, JSON)? in
      let colour = entry.hasEnded ? .grey : model.colour(of: binding.id) ?? .yellow
      guard colour != .grey || options.all || entry.hasEnded else { return nil }
      return (colour, shape.shape(binding, model.status(of: binding.id), colour))
    }
    guard options.worstFirst else { return all.map(\.1) }
    return all.enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map(\.element.1)
  }
}
