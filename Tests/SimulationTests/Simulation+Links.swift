import InspectLink
import InspectSystem
import InspectWire
import TestSupport

@testable import InspectReporter
@testable import inspectord

/// How links come about and end, at one end or at both.
extension Simulation {
  // MARK: Ends of links

  /// The daemon ends a link in order.
  func endByHub(_ number: Int, _ code: UInt16, _ reason: String) {
    guard links[number]?.hubEnd == .open else { return }
    note("hub closes \(number): \(code) \(reason)")
    links[number]?.hubEnd = .closed
    links[number]?.isAsked = false
    let late = max(links[number]?.toOwner.nextArrival ?? now, now).later(
      chance.microseconds(1...2_000))
    calendar.add(.ownerEnds(number, .closedByPeer(code: code, reason: reason)), at: late)
    hub.closed(PeerID(UInt64(number)), why: "closed", now: instant)
  }

  /// The owner's end is gone; the hub learns it later, or much later.
  func endByOwner(_ number: Int, halfOpen: Bool = false) {
    guard links[number]?.ownerEnd != .closed else { return }
    links[number]?.ownerEnd = .closed
    let late =
      halfOpen ? chance.microseconds(1_000_000...25_000_000) : chance.microseconds(1...20_000)
    calendar.add(.hubEnds(number), at: now.later(late))
  }

  func happen(_ event: Event) throws(Violation) {
    switch event {
    case .opens(let number): try open(number)
    case .ownerEnds(let number, let closure): try ownerEnds(number, closure)
    case .hubEnds(let number):
      if links[number]?.hubEnd == .opening { links[number]?.hubEnd = .closed }
      guard links[number]?.hubEnd == .open else { break }
      guard isDaemonAwake else {
        calendar.add(event, at: frozenUntil ?? now.later(1_000))
        return
      }
      links[number]?.hubEnd = .closed
      hub.closed(PeerID(UInt64(number)), why: "gone", now: instant)
      try obeyHub()
    case .found(let number, let selector): try found(number, selector)
    case .gone(let instance):
      guard isDaemonAwake else { break }
      hub.gone(instance, how: nil, now: instant)
      try obeyHub()
    case .redial(let instance): redial(instance)
    case .observerDials(let number): observerDials(number)
    case .daemonStarts: startDaemon()
    case .daemonWakes:
      note("daemon wakes")
      frozenUntil = nil
    case .programStarts(let number):
      runs[number] += 1
      programs[number] = program(number)
      note("program \(number) starts again")
    }
  }

  func open(_ number: Int) throws(Violation) {
    guard let link = links[number], link.ownerEnd == .opening else { return }
    guard isDaemonAlive else {
      links[number]?.hubEnd = .closed
      calendar.add(.ownerEnds(number, .lost), at: now.later(1))
      return
    }
    if let wakes = frozenUntil {
      if wakes > now.later(5_000_000) {
        links[number]?.hubEnd = .closed
        calendar.add(.ownerEnds(number, .late(.opening)), at: now.later(5_000_000))
      } else {
        calendar.add(.opens(number), at: wakes.later(1))
      }
      return
    }
    links[number]?.ownerEnd = .open
    links[number]?.hubEnd = .open
    hub.opened(PeerID(UInt64(number)), as: link.origin, now: instant)
    try obeyHub()
    switch link.owner {
    case .program(let place):
      programs[place].station.take(
        .opened, on: SimulatedKey(number: number), carrier(place), now: now)
    case .observer(let place): say(observers[place].greet(), number)
    }
  }

  func ownerEnds(_ number: Int, _ closure: LinkClosure) throws(Violation) {
    // What the daemon said before it closed has arrived before the end does.
    guard let link = links[number], link.ownerEnd != .closed else { return }
    if case .closedByPeer = closure, link.ownerEnd == .open, link.toOwner.nextArrival != nil {
      let late = max(link.toOwner.nextArrival ?? now, now).later(1)
      if late > now.later(25_000_000) {
        // Nothing is heard for so long that the link is given up.
      } else {
        calendar.add(.ownerEnds(number, closure), at: late)
        return
      }
    }
    links[number]?.ownerEnd = .closed
    if links[number]?.hubEnd == .opening { links[number]?.hubEnd = .closed }
    switch link.owner {
    case .program(let place):
      guard programs[place].isAlive else { return }
      programs[place].station.take(
        .closed(closure), on: SimulatedKey(number: number), carrier(place), now: now)
    case .observer(let place):
      guard observers[place].link == number else { return }
      let pause = observers[place].lost(&chance)
      calendar.add(.observerDials(place), at: now.after(pause))
    }
  }

  // MARK: Making links

  func add(_ owner: SimulatedLink.Owner, _ origin: PeerOrigin) -> Int {
    lastLink += 1
    links[lastLink] = SimulatedLink(
      owner, origin, isBytewise: seed % 16 == 3, SeededGenerator(seed: seed &+ UInt64(lastLink)))
    calendar.add(.opens(lastLink), at: now.later(chance.microseconds(1...5_000)))
    return lastLink
  }

  func observerDials(_ place: Int) {
    guard observers[place].link == nil else { return }
    guard isDaemonAlive else {
      calendar.add(.observerDials(place), at: now.later(chance.microseconds(50_000...500_000)))
      return
    }
    observers[place].dialled(add(.observer(place), .unix(pid: 1)))
  }

  /// The daemon's dialler reaches a program.
  func dial(_ place: Int) {
    let number = add(.program(place), .dialled(programs[place].facts.instance))
    programs[place].station.arrived(SimulatedKey(number: number))
  }

  func found(_ number: UInt64, _ selector: ProcessSelector) throws(Violation) {
    guard isDaemonAwake else { return }
    let place = programs.firstIndex { $0.isAlive && .instance($0.facts.instance) == selector }
    guard let place else {
      hub.notFound(number, selector, .noSuchProcess, "gone", "", now: instant)
      try obeyHub()
      return
    }
    let facts = programs[place].facts
    let next = hub.found(
      number, [.init(instance: facts.instance, pid: facts.pid, name: facts.name)], now: instant)
    if next != nil {
      programs[place].isAttached = true
      dial(place)
    }
    try obeyHub()
  }

  func redial(_ instance: InstanceID) {
    guard watched.contains(instance), isDaemonAlive else { return }
    guard let place = programs.firstIndex(where: { $0.isAlive && $0.facts.instance == instance })
    else {
      calendar.add(.gone(instance), at: now)
      return
    }
    let isUnderWay = links.values.contains { $0.owner == .program(place) && $0.ownerEnd != .closed }
    if programs[place].isAttached, !isUnderWay { dial(place) }
    // Looked at again until it reports or is gone.
    calendar.add(.redial(instance), at: now.later(chance.microseconds(20_000...1_000_000)))
  }
}
