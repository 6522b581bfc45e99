import InspectLink
import InspectWire
import TestSupport

@testable import InspectReporter
@testable import inspectord

extension Simulation {
  /// Has the programs work, and now and then something go wrong.
  func disturb() throws(Violation) {
    for program in programs where program.isAlive && chance.happens(1, in: 2) {
      for _ in 0..<Int.random(in: 1...6, using: &chance) { program.act(&chance) }
      if chance.happens(1, in: 60) { program.churn(60, &chance) }
    }
    askSomething()
    guard chance.happens(1, in: 3) else { return }
    switch Int.random(in: 0..<24, using: &chance) {
    case 0...8: cut(halfOpen: false)
    case 9: cut(halfOpen: true)
    case 10...11: stall()
    case 12: freezeDaemon()
    case 13: if isDaemonAlive { killDaemon() }
    case 14:
      let place = Int.random(in: 0..<programs.count, using: &chance)
      if programs[place].isAlive, runs[place] < 4 { killProgram(place) }
    case 15: wallOffset += chance.microseconds(-3_600_000_000...7_200_000_000)
    case 16...17: try contradict()
    default: break
    }
  }

  private func askSomething() {
    guard chance.happens(1, in: 5), let place = observers.indices.randomElement(using: &chance),
      let link = observers[place].link
    else { return }
    if chance.happens(1, in: 3) {
      say(observers[place].why("a"), link)
    } else if let program = programs.randomElement(using: &chance), !program.isDialling {
      say(observers[place].attach(program.facts.instance), link)
    }
  }

  /// Cuts a link; in mid-air, whatever is under way is lost.
  private func cut(halfOpen: Bool) {
    guard let number = links.keys.sorted().randomElement(using: &chance),
      links[number]?.ownerEnd == .open
    else { return }
    note("link \(number) is cut\(halfOpen ? ", half open" : "")")
    let moment = now.later(chance.microseconds(1...4_000))
    calendar.add(.ownerEnds(number, .lost), at: moment)
    let late =
      halfOpen ? chance.microseconds(1_000_000...25_000_000) : chance.microseconds(1...20_000)
    calendar.add(.hubEnds(number), at: moment.later(late))
  }

  /// Nothing arrives at one end for a while; whoever is not heard for 25 s is given up.
  private func stall() {
    guard let number = links.keys.sorted().randomElement(using: &chance), let link = links[number],
      link.ownerEnd == .open
    else { return }
    let length =
      chance.happens(1, in: 4)
      ? chance.microseconds(1_000_000...40_000_000) : chance.microseconds(10_000...1_000_000)
    note("link \(number) stalls for \(length / 1_000) ms")
    let end = now.later(min(length, 25_000_000))
    if chance.happens(1, in: 2) {
      links[number]?.toOwner.stalledUntil = end
    } else {
      links[number]?.toHub.stalledUntil = end
    }
    guard length > 25_000_000 else { return }
    calendar.add(.ownerEnds(number, .late(.life)), at: end)
    calendar.add(.hubEnds(number), at: end)
  }

  private func freezeDaemon() {
    guard isDaemonAwake else { return }
    let length =
      chance.happens(1, in: 4)
      ? chance.microseconds(5_000_000...70_000_000) : chance.microseconds(10_000...5_000_000)
    note("daemon is frozen for \(length / 1_000) ms")
    let end = now.later(length)
    frozenUntil = end
    calendar.add(.daemonWakes, at: end)
    guard length > 25_000_000 else { return }
    for number in links.keys where links[number]?.ownerEnd == .open {
      calendar.add(.ownerEnds(number, .late(.life)), at: now.later(25_000_000))
      calendar.add(.hubEnds(number), at: end.later(1))
    }
  }

  /// Somebody sends answers to questions that nobody asked: nobody may answer them.
  private func contradict() throws(Violation) {
    guard let place = observers.indices.randomElement(using: &chance),
      let link = observers[place].link, isDaemonAwake, links[link]?.hubEnd == .open,
      links[link]?.toHub.nextArrival == nil
    else { return }
    let id = PeerID(UInt64(link))
    let before = hub.peers[id]?.waitingFrames
    for frame in observers[place].answer() { hub.received(frame, from: id, now: instant) }
    try demand(hub.peers[id]?.waitingFrames == before, "the hub answers an answer")
    try obeyHub()
  }
}
