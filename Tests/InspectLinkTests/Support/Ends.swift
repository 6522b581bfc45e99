import Glibc
import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// Two connected sockets without a name, neither of which blocks.
func socketPair() throws -> (Int32, Int32) {
  var ends: [Int32] = [-1, -1]
  guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
    throw SystemError.last("socketpair")
  }
  for end in ends { try Socket.prepare(end) }
  return (ends[0], ends[1])
}

/// The other end of a link under test: a raw socket with a machine that the test works by hand.
final class HandWorkedPeer {
  let socket: Descriptor
  var machine: WebSocketMachine

  init(_ number: Int32, _ machine: WebSocketMachine) {
    socket = Descriptor(owning: number)
    self.machine = machine
  }

  /// Writes all of it; the kernel's room must be enough.
  func write(_ bytes: [UInt8]) throws {
    let outcome = try Socket.send(bytes[...], to: socket.number)
    guard outcome == .moved(bytes.count) else { throw WaitFailure("wrote \(outcome)") }
  }

  /// Sends a message.
  func say(_ text: [UInt8]) throws { try write(machine.frame(text: text) ?? []) }

  /// Reads all that is there; nil at the end.
  func read() throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      switch try Socket.receive(from: socket.number, into: &bytes, atMost: 1 << 16) {
      case .moved: continue
      case .wouldBlock: return bytes
      case .ended: return bytes.isEmpty ? nil : bytes
      }
    }
  }

  /// Lets the machine read what is there, and sends its answers.
  @discardableResult
  func exchange() throws -> [WebSocketMachine.Action] {
    let actions = machine.receiveAll((try read() ?? [])[...])
    if !actions.sent.isEmpty { try write(actions.sent) }
    return actions
  }
}

extension LinkLimits {
  /// For real clocks on a loaded machine.
  static var patient: LinkLimits {
    var limits = LinkLimits()
    limits.opening = .seconds(120)
    limits.goneAfter = .seconds(240)
    return limits
  }
}

func at(_ seconds: Double) -> Moment { Moment(microseconds: Int64(seconds * 1_000_000)) }

/// An accepting link behind its handshake, at second 0, with its peer.
func openLink(limits: LinkLimits = .standard) throws -> (Link, HandWorkedPeer) {
  let (here, there) = try socketPair()
  let link = Link(
    accepting: Descriptor(owning: here), limits: limits, chance: SeededGenerator(seed: 1),
    now: at(0))
  let peer = HandWorkedPeer(
    there, WebSocketMachine(dialing: "localhost", chance: SeededGenerator(seed: 2)))
  try peer.write(peer.machine.start().sent)
  let events = link.ready(read: true, write: true, now: at(0))
  guard events == [.opened] else { throw WaitFailure("\(events)") }
  let actions = try peer.exchange()
  guard actions == [.opened] else { throw WaitFailure("\(actions)") }
  return (link, peer)
}

extension Link {
  func turn(_ now: Moment) -> [LinkEvent] {
    ready(read: true, write: true, now: now) + tick(now: now)
  }
}
