import InspectLink
import InspectSystem
import InspectWire
import TestSupport

@testable import InspectReporter
@testable import inspectord

extension Simulation {
  // MARK: What the hub takes

  /// Hands the hub a frame and keeps account of what it must know now.
  func hubReceives(_ frame: [UInt8], _ number: Int) throws(Violation) {
    let id = PeerID(UInt64(number))
    guard case .program(let place)? = links[number]?.owner else {
      hub.received(frame, from: id, now: instant)
      try obeyHub()
      return
    }
    let message: Message?
    do { message = try links[number]?.shadow.decode(frame) } catch {
      throw Violation("program \(place) says what cannot be read: \(error.text)")
    }
    let program = programs[place]
    let instance = program.facts.instance
    let before = hub.processes[instance]
    hub.received(frame, from: id, now: instant)
    let after = hub.processes[instance]
    let isReporting = after?.link == id
    if isReporting, before?.link != id { program.begin() }
    switch message {
    case .batch(let batch) where isReporting:
      try demand(
        after?.sequence == batch.sequence,
        "program \(place): batch \(batch.sequence) after \(before?.sequence ?? 0)")
      program.tell(batch.records)
    case .history(let history) where isReporting: program.tell(history.entries)
    case .beat where isReporting: program.confirm()
    default: break
    }
    try obeyHub()
  }

  /// Runs what may take silence for the end of telling.
  func watchSettling(_ body: () -> Void) {
    let settling = programs.filter { hub.processes[$0.facts.instance]?.settling != nil }
    body()
    for program in settling {
      guard let process = hub.processes[program.facts.instance] else { continue }
      if process.settling == nil, process.isLive { program.confirm() }
    }
  }

  // MARK: After each step

  func check() throws(Violation) {
    let program = programs[step % programs.count]
    if let process = hub.processes[program.facts.instance], isDaemonAlive {
      try demand(
        process.model == program.told,
        "the hub's model of program \(program.number) is not what it was told up to "
          + "\(process.sequence): \(process.model.counts) and \(program.told.counts)")
    }
    try demandBounds()
    try look(at: observers[step % observers.count])
  }

  /// Whoever has been told all that there is holds what the hub holds.
  private func look(at observer: SimulatedObserver) throws(Violation) {
    guard observer.level >= .status, isDaemonAwake, let number = observer.link,
      let link = links[number], link.ownerEnd == .open, link.toOwner.bytes == 0,
      let peer = hub.peers[PeerID(UInt64(number))], peer.waitingFrames == 0,
      peer.observer?.isCaughtUp == true, observer.isWhole
    else { return }
    let program = programs[step / observers.count % programs.count]
    guard let process = hub.processes[program.facts.instance] else { return }
    let seen = observer.fleet.processes[program.facts.instance]?.model
    let isEqual =
      observer.level >= .values && peer.observer?.pace.step == .full
      ? seen == process.model : seen?.valueless == process.model.valueless
    try demand(
      isEqual,
      "observer \(observer.number) has been told all and folds another model of program "
        + "\(program.number): \(String(describing: seen?.counts)) and \(process.model.counts)")
  }

  private func demandBounds() throws(Violation) {
    for (id, peer) in hub.peers where isDaemonAlive {
      try demand(
        peer.waitingFrames <= HubLimits.waitingFrames + 32,
        "\(peer.waitingFrames) frames wait for \(id)")
    }
    for program in programs where program.isAlive {
      try demand(
        program.station.unconfirmed <= Limits.batchesUnderWay,
        "\(program.station.unconfirmed) batches of program \(program.number) are unconfirmed")
      try demand(
        program.station.waitingFrames <= Limits.batchesUnderWay + 8,
        "\(program.station.waitingFrames) frames wait in program \(program.number)")
      let (endings, entries) = program.reporter.registry.withLock {
        ($0.outgoing?.endings.count ?? 0, $0.history.count)
      }
      try demand(endings <= 4_096 && entries <= 48, "\(endings) ends, \(entries) entries are kept")
    }
    try demand(links.count <= 64, "\(links.count) links")
  }

  // MARK: At the end

  /// Lets everything come to rest; then all must agree.
  func rest() throws(Violation) {
    isCalm = true
    note("calm")
    for number in links.keys {
      links[number]?.toHub.stalledUntil = now
      links[number]?.toOwner.stalledUntil = now
    }
    // Long enough for a daemon to start or wake, a dead link to be given up, and a slow observer to be
    // told everything again.
    var last: Violation?
    for round in 0..<240 {
      attachAll(round)
      try advance(500_000)
      try demandBounds()
      last = disagreement
      if last == nil { return }
    }
    if let last { throw last }
  }

  /// What is not yet as it must be in the end; nil once it is.
  private var disagreement: Violation? {
    do {
      try demandRest()
      try demandAgreement()
      try demandLossesTold()
      return nil
    } catch { return error }
  }

  private func attachAll(_ second: Int) {
    guard second % 10 == 0 else { return }
    for program in programs where program.isAlive && !program.isDialling {
      if hub.processes[program.facts.instance]?.isLive == true { continue }
      if let observer = observers.first(where: { $0.isWelcome }), let link = observer.link {
        say(observer.attach(program.facts.instance), link)
      }
    }
  }

  private func demandRest() throws(Violation) {
    try demand(isDaemonAwake, "the daemon does not wake")
    for program in programs {
      let process = hub.processes[program.facts.instance]
      try demand(process?.isLive == true, "program \(program.number) is not reported on")
      try demand(
        process?.settling == nil && !program.isAwake,
        "program \(program.number) does not come to an end")
    }
    for observer in observers {
      try demand(
        observer.isWhole && observer.unanswered.isEmpty,
        "observer \(observer.number) does not come to rest: whole \(observer.fleet.isWhole), "
          + "unanswered \(observer.unanswered)")
    }
  }

  private func demandAgreement() throws(Violation) {
    for program in programs {
      guard let process = hub.processes[program.facts.instance] else { continue }
      try demand(
        process.model.living == program.truth,
        "the hub's model of program \(program.number) is not the program's: "
          + "\(process.model.living.counts) and \(program.truth.counts)")
    }
    for observer in observers where observer.level >= .status {
      for (instance, process) in hub.processes {
        let seen = observer.fleet.processes[instance]
        let (own, hubs) =
          observer.level >= .values
          ? (seen?.model, process.model) : (seen?.model.valueless, process.model.valueless)
        try demand(
          own == hubs,
          "observer \(observer.number) folds another model of \(process.facts.name): "
            + "\(String(describing: own?.counts)) and \(hubs.counts)")
        // The counts it makes itself; a stream of records tells them only now and then.
        var entry = process.entry
        entry.counts = seen?.entry?.counts ?? entry.counts
        try demand(
          seen?.entry == entry,
          "observer \(observer.number) holds another entry of \(process.facts.name)")
      }
      try demand(
        observer.fleet.processes.count == hub.processes.count,
        "observer \(observer.number) knows \(observer.fleet.processes.count) processes")
    }
    for observer in observers where observer.level == .counts {
      for (instance, process) in hub.processes {
        try demand(
          observer.fleet.processes[instance]?.entry == process.entry,
          "observer \(observer.number) holds another entry of \(process.facts.name)")
      }
    }
  }

  /// Every entry of a program's history is known to the hub, or told to be lost.
  private func demandLossesTold() throws(Violation) {
    for program in programs {
      guard let process = hub.processes[program.facts.instance] else { continue }
      let total = UInt64(program.toldEntries) + process.entry.lostEntries
      try demand(
        total == program.newest,
        "program \(program.number) has had \(program.newest) entries, \(program.toldEntries) were "
          + "told and \(process.entry.lostEntries) are told to be lost")
    }
  }
}

extension Observer {
  /// Whether it has a subscription, and has been told all that there is.
  fileprivate var isCaughtUp: Bool {
    !streams.isEmpty
      && streams.allSatisfy { !$0.isUrgent && !$0.hasChanges && !$0.isSummary }
  }
}
