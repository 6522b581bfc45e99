internal import InspectLink
internal import InspectServer
internal import InspectSystem
internal import InspectWire

/// The dialler's thread: its links, and the processes that it keeps an eye on.
final class DialStation {
  private let dialler: Dialler
  private let server: WebSocketServer
  private let folder: RuntimeFolder
  private let loop: LinkLoop
  private var chance = SystemRandom()
  /// Processes that were found, as they tell of themselves.
  private var known: [InstanceID: Advertisement] = [:]
  private var links: [LinkLoop.Key: DialledLink] = [:]
  private var watches: [InstanceID: ProcessWatch] = [:]
  /// Processes that report, or did: held so that it is known how they end.
  private var held: [InstanceID: HeldProcess] = [:]
  /// Processes to be dialled once their old link, which is closing, is gone.
  private var redials: Set<InstanceID> = []
  private var lastPeer: UInt64 = 0

  init(
    _ dialler: Dialler, _ folder: RuntimeFolder, _ server: WebSocketServer, _ waker: Waker
  ) throws(SystemError) {
    self.dialler = dialler
    self.folder = folder
    self.server = server
    loop = try LinkLoop(waker: waker)
  }

  /// Serves until it is told to stop.
  func run() throws(SystemError) {
    while true {
      for order in dialler.takeOrders() {
        if case .stop = order { return }
        perform(order)
      }
      look()
      for event in try loop.turn(until: watches.values.map(\.next).min()) {
        if case .link(let key, let event) = event { take(event, of: key) }
      }
    }
  }

  private func perform(_ order: Dialler.Order) {
    switch order {
    case .find(let request): find(request)
    case .connect(let instance): connect(instance)
    case .letGo(let instance):
      known[instance] = nil
      redials.remove(instance)
      watches[instance] = nil
      held[instance] = nil
    case .meet(let facts): meet(facts)
    case .watch(let facts):
      watches[facts.instance] = ProcessWatch(
        facts, known[facts.instance], now: loop.now, isHere: facts.host == Environment.hostName)
    case .unwatch(let instance): watches[instance] = nil
    case .send(let peer, let frame): send(frame, to: peer)
    case .close(let peer, let code, let reason):
      guard let key = key(of: peer) else { return }
      links[key]?.isClosing = true
      loop[key]?.close(code: code, reason: reason, now: loop.now)
    case .resume(let peer): key(of: peer).flatMap { loop[$0] }?.isReadingPaused = false
    case .stop: break
    }
  }

  // MARK: Finding

  private func find(_ request: DialRequest) {
    switch ProcessSearch.run(request.process, in: folder) {
    case .found(let found):
      for one in found { known[one.instance] = one }
      let list = found.map {
        Attaching.Found(instance: $0.instance, pid: $0.pid, name: $0.name)
      }
      tell { hub, server in hub.found(request.number, list, on: server) }
    case .failed(let code, let text, let remedy):
      tell { hub, server in
        hub.notFound(request, code, text, remedy, on: server)
      }
    }
  }

  // MARK: Links

  private func connect(_ instance: InstanceID) {
    watches[instance] = nil
    guard let place = known[instance] else {
      fail(instance, .noSuchProcess, "The process is not there any more.", "")
      return
    }
    if let old = links.values.first(where: { $0.instance == instance }) {
      // A process speaks with one daemon on one link: the new one waits for the end of the old.
      if old.isClosing { redials.insert(instance) }
      return
    }
    do throws(LinkClosure) {
      let link = try dial(place)
      lastPeer += 1
      links[loop.add(link)] = DialledLink(instance: instance, peer: .dialled(lastPeer))
    } catch {
      failed(instance, error)
    }
  }

  private func dial(_ place: Advertisement) throws(LinkClosure) -> Link {
    guard let distance = place.distance else {
      return try Link(dialing: .unix(place.socket), now: loop.now)
    }
    let way: DistantProcess.SocketPath
    do { way = try distance.process.path(to: place.socket) } catch { throw .failed(error) }
    return try Link(dialing: .unix(way.path), now: loop.now)
  }

  private func take(_ event: LinkEvent, of key: LinkLoop.Key) {
    guard let link = links[key] else { return }
    let (instance, peer) = (link.instance, link.peer)
    switch event {
    case .opened:
      links[key]?.isOpen = true
      tell { hub, server in hub.opened(peer, .dialled(instance), on: server) }
    case .message(let frame):
      let (inflow, dialler) = (link.inflow, dialler)
      if !inflow.enter() { loop[key]?.isReadingPaused = true }
      tell { hub, server in
        hub.received(frame, from: peer, on: server)
        if inflow.leave() { dialler.order(.resume(peer)) }
      }
    case .binary: break  // Refused by the link.
    case .drained: flush(key)
    case .closed(let closure):
      links[key] = nil
      if link.isOpen {
        let why = closure.text
        tell { hub, server in hub.closed(peer, why: why, on: server) }
      } else {
        failed(instance, closure)
      }
      if redials.remove(instance) != nil { connect(instance) }
    }
  }

  private func send(_ frame: [UInt8], to peer: PeerID) {
    guard let key = key(of: peer) else { return }
    links[key]?.outgoing.append(frame)
    if links[key]?.outgoing.count ?? 0 > RimLimits.outgoingFrames {
      loop[key]?.close(code: 1_008, reason: "what is said is not read", now: loop.now)
      return
    }
    flush(key)
  }

  private func flush(_ key: LinkLoop.Key) {
    while let frame = links[key]?.outgoing.first, let link = loop[key] {
      switch link.send(frame) {
      case .queued, .tooLarge, .notOpen: links[key]?.outgoing.popFirst()
      case .full: return
      }
    }
  }

  private func key(of peer: PeerID) -> LinkLoop.Key? {
    links.first { $0.value.peer == peer }?.key
  }

  // MARK: Watching

  private func meet(_ facts: InstanceFacts) {
    // The number of a process elsewhere is another one's here.
    guard held[facts.instance] == nil, facts.host == Environment.hostName,
      held.count < DescriptorLimit.current / RimLimits.heldPart,
      let handle = ProcessHandle(facts.pid, startedAt: facts.startTime)
    else { return }
    held[facts.instance] = HeldProcess(handle)
  }

  /// Looks at the processes whose links are gone: whether they live, and whether to dial again.
  private func look() {
    let now = loop.now
    for (instance, watch) in watches where watch.next <= now {
      switch watches[instance]?.look(now: now, in: folder, using: &chance) {
      case .wait, nil: break
      case .gone:
        watches[instance] = nil
        known[instance] = nil
        let how = held.removeValue(forKey: instance)?.handle.end?.text
        tell { hub, server in hub.gone(instance, how: how, on: server) }
      case .dial:
        let watch = watches[instance]
        connect(instance)
        // It stays under watch until it reports again.
        watches[instance] = watch
      }
    }
  }

  // MARK: Telling

  private func failed(_ instance: InstanceID, _ closure: LinkClosure) {
    let shown = display(known[instance]?.name ?? "the process")
    switch closure {
    case .late:
      fail(
        instance, .notResponding, "\(shown) does not answer.",
        "It may be stopped, traced or very busy; `inspect-cli doctor PID` looks further.")
    case .failed(let error) where error.isMissing || error.isRefused:
      fail(
        instance, .noSuchProcess, "\(shown) does not listen any more: it has ended or is about to.",
        "`inspect-cli ps` lists the processes that can be inspected.")
    case .failed(let error) where error.isForbidden:
      fail(
        instance, .notPermitted, "\(shown) cannot be dialled: \(error.reason).",
        "Run the daemon as the user of the process.")
    default:
      fail(
        instance, .refused, "\(shown) refused the link: \(display(closure.text)).",
        "Another daemon may be attached to it.")
    }
  }

  private func fail(
    _ instance: InstanceID, _ code: FailureCode, _ text: String, _ remedy: String
  ) {
    tell { hub, server in
      hub.unreachable(instance, code, text, remedy, on: server)
    }
  }

  private func tell(
    _ body: @escaping @Sendable (HubHandler, isolated WebSocketServer) -> Void
  ) {
    server.post { server in
      guard let hub = server.handler as? HubHandler else { return }
      body(hub, server)
    }
  }
}

/// A link that was dialled.
private struct DialledLink {
  let instance: InstanceID
  let peer: PeerID
  let inflow = Inflow()
  var isOpen = false
  var isClosing = false
  /// Frames that the link had no room for.
  var outgoing = Queue<[UInt8]>()
}

/// A process that is held.
private final class HeldProcess {
  let handle: ProcessHandle

  init(_ handle: consuming ProcessHandle) { self.handle = handle }
}
