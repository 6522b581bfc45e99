internal import InspectWire

@testable internal import inspectord

/// A line is an operation on a hub: the first byte says which, the second on which peer.
///
/// Whatever peers do: no trap, everything that is told can be read, no stream has a gap, and what is
/// asked for is bounded.
func fuzzHub(_ bytes: [UInt8]) {
  var bench = HubFuzzBench()
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: true).prefix(200) {
    bench.obey(line)
  }
  bench.pullAll()
}

private struct HubFuzzBench {
  private struct Peer {
    var decoder = MessageDecoder()
    var chain: [UInt64: ObservedFleet] = [:]
    var isOpen = true
  }

  private var hub: Hub
  private var now = Instant(moment: Moment(microseconds: 1_000_000), wall: 1_700_000_000_000_000)
  private var peers: [PeerID: Peer] = [:]
  private var ids: [PeerID] = []

  init() {
    hub = Hub(
      Hub.Settings(
        run: InstanceID(high: 7, low: 7), token: Token(text: "s"), implementation: "fuzz",
        idleExit: nil), now: now)
  }

  mutating func obey(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return }
    let rest = line.dropFirst()
    let peer = rest.first.flatMap { ids.isEmpty ? nil : ids[Int($0) % ids.count] }
    switch first {
    case UInt8(ascii: "o"): open(rest.first)
    case UInt8(ascii: "c"): if let peer { close(peer) }
    case UInt8(ascii: "t"):
      advance(Int64(rest.first ?? 0) * Int64(rest.dropFirst().first ?? 1) * 500)
    case UInt8(ascii: "p"): if let peer { pull(peer) }
    default: if let peer { send(Array(rest.dropFirst()), from: peer) }
    }
    act()
  }

  private mutating func open(_ kind: UInt8?) {
    guard ids.count < 24 else { return }
    let id = PeerID(UInt64(ids.count) + 1)
    ids.append(id)
    peers[id] = Peer()
    let origin: PeerOrigin =
      switch (kind ?? 0) % 4 {
      case 0: .loopback
      case 1: .dialled(InstanceID(high: 1, low: 1))
      default: .unix(pid: 1)
      }
    hub.opened(id, as: origin, now: now)
  }

  private mutating func close(_ id: PeerID) {
    guard peers[id]?.isOpen == true else { return }
    peers[id]?.isOpen = false
    hub.closed(id, why: "fuzz", now: now)
  }

  private mutating func send(_ frame: [UInt8], from id: PeerID) {
    guard peers[id]?.isOpen == true else { return }
    follow(frame, id)
    hub.received(frame, from: id, now: now)
  }

  // A stream that begins anew is followed from here on; one that goes on from a cursor joins elsewhere.
  private mutating func follow(_ frame: [UInt8], _ id: PeerID) {
    guard case .subscribe(let request)? = try? MessageDecoder().read(frame) else { return }
    let known = peers[id]?.chain[request.id]
    peers[id]?.chain[request.id] =
      request.cursor == nil ? known ?? ObservedFleet(stream: request.id) : nil
  }

  private mutating func advance(_ microseconds: Int64) {
    now.moment = Moment(microseconds: now.moment.microseconds + microseconds)
    now.wall += microseconds
    hub.tick(now: now)
  }

  mutating func pullAll() {
    for id in ids { pull(id) }
    act()
  }

  private mutating func pull(_ id: PeerID) {
    var count = 0
    while peers[id]?.isOpen == true {
      count += 1
      expect(count < 10_000, "frames without end")
      switch hub.nextFrame(for: id, now: now) {
      case .frame(let frame): hear(frame, id)
      case .idle: return
      case .close(let code, let reason):
        expect(reason.utf8.count <= 123 || code != 1_000, "a close reason too long")
        close(id)
      }
    }
  }

  private mutating func hear(_ frame: [UInt8], _ id: PeerID) {
    do {
      guard let message = try peers[id]?.decoder.decode(frame) else { return }
      for stream in peers[id]?.chain.keys ?? [:].keys {
        if case .gap(let gap)? = peers[id]?.chain[stream]?.apply(message) {
          fatalError("a gap on stream \(stream): \(gap.text)")
        }
      }
    } catch {
      fatalError("the hub sent what cannot be read: \(error.text)")
    }
  }

  private mutating func act() {
    for _ in 0..<100 {
      let actions = hub.takeActions()
      if actions.isEmpty { return }
      for case .close(let id, _, _) in actions { close(id) }
    }
    fatalError("actions without end")
  }
}

extension MessageDecoder {
  /// Reads a frame as the first of a connection.
  fileprivate func read(_ frame: [UInt8]) throws(WireError) -> Message? {
    var copy = self
    return try copy.decode(frame)
  }
}
