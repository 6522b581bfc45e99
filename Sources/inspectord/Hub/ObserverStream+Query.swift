internal import InspectQuery
internal import InspectWire

// A stream with a query: what it asks for is told in place of everything.

extension ObserverStream {
  /// When time alone may change what a query asks for; nil where it cannot.
  var dueByTime: Moment? {
    query == nil ? nil : selections.values.compactMap(\.due).min()
  }

  /// Notes the changes that time alone has made.
  mutating func noteTime(_ now: Moment) {
    guard let due = dueByTime, due <= now else { return }
    for (instance, selection) in selections where selection.due.map({ $0 <= now }) ?? false {
      noteChange(of: instance)
    }
  }

  /// The next part of what the query asked for at the beginning; nil where all has been told.
  mutating func selected(
    _ instances: Queue<InstanceID>, _ encoder: inout MessageEncoder, _ view: View
  ) -> [[UInt8]]? {
    var rest = instances
    while let instance = rest.first {
      guard let process = view.processes[instance],
        var selection = selections.removeValue(forKey: instance)
      else {
        rest.popFirst()
        continue
      }
      encoder.openRows(byteLimit: Limits.sectionBytes)
      if selection.fill(&encoder, from: process, level: level) { rest.popFirst() }
      selections[instance] = selection
      if encoder.isEmpty { continue }
      phase = .selecting(rest)
      let link = ChainLink(run: view.run, from: 0, to: 0)
      return encoder.closeSection(.snapshotPart, stream: id, link: link, instance: instance)
    }
    return nil
  }

  /// The next changes of what the query asks for in a process; nil where there are none.
  mutating func section(
    _ query: Query, _ process: HubProcess, _ encoder: inout MessageEncoder, _ view: View
  ) -> [[UInt8]]? {
    let instance = process.facts.instance
    // Taken out, so that it is changed in place.
    var selection =
      selections.removeValue(forKey: instance)
      ?? Selection(query, process, stamp: view.stamp, now: view.now)
    guard !selection.rests(view.now.moment) else {
      selections[instance] = selection
      return nil
    }
    selection.judge(process, stamp: view.stamp, now: view.now)
    encoder.openRows(byteLimit: Limits.sectionBytes)
    let isTold = selection.fill(&encoder, from: process, level: level)
    selections[instance] = selection
    if !isTold, isBehind.insert(instance).inserted { behind.append(instance) }
    return encoder.isEmpty
      ? nil
      : encoder.closeSection(.delta, stream: id, link: advance(view), instance: instance)
  }

  /// The next part of what happened, to bindings that are told; nil where all has been told.
  mutating func entries(
    _ encoder: inout MessageEncoder, _ view: View
  ) -> [[UInt8]]? {
    guard case .live = phase else { return nil }
    while var part = history.next(id, of: view.processes) {
      if query != nil {
        let selection = selections[part.instance]
        part.entries.removeAll { !(selection?.tells($0.binding) ?? false) }
        if part.entries.isEmpty, part.lost == nil { continue }
      }
      return encoder.encode(.entries(part))
    }
    return nil
  }
}
