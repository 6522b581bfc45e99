internal import InspectWire

extension ProcessRow {
  /// A process as JSON.
  var shape: JSON {
    var members: [JSON.Member] = [
      .init("pid", .int(Int64(pid))), .init("name", .string(name)),
      .init("instance", .string(instance.text)), .init("mode", .string(modeWord)),
      .init("started", .time(startedWall)), .init("state", .string(state)),
      .init("isStopped", .bool(isStopped)), .init("counts", entry?.counts.shape ?? .null),
    ]
    switch entry?.state {
    case .stale(let since): members.append(.init("since", .time(since)))
    case .ended(let how, let at):
      members += [.init("ended", .time(at)), .init("how", .string(how))]
    case .live, nil: break
    }
    if let entry {
      members += [
        .init("lostEntries", .number(entry.lostEntries)),
        .init("lostNumbers", entry.lostNumbers?.json ?? .null),
        .init("leftOut", .number(entry.leftOut)),
      ]
    }
    return .object(members)
  }

  /// The row of a process that only the daemon tells of.
  init(_ entry: ProcessEntry) {
    let facts = entry.facts
    self.init(
      instance: facts.instance, pid: facts.pid, name: facts.name, mode: facts.mode,
      startedWall: nil, entry: entry)
  }
}
