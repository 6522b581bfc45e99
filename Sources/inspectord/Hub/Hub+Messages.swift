internal import InspectQuery
internal import InspectWire

extension Hub {
  /// Takes a message of a peer's: who may say what.
  mutating func take(_ message: Message, from id: PeerID, _ now: Instant) {
    switch peers[id]?.stage {
    case .greeting:
      guard case .hello(let hello) = message else {
        fault(id, "the first message is hello", now)
        return
      }
      greet(id, hello, now)
    case .reporter(let instance): take(message, from: id, reporting: instance, now)
    case .observer: takeRequest(message, from: id, now)
    case .refusing, .closing, nil: break
    }
  }

  private mutating func take(
    _ message: Message, from id: PeerID, reporting instance: InstanceID, _ now: Instant
  ) {
    switch message {
    case .batch(let batch): take(batch, of: instance, from: id, now)
    case .history(let history): take(history, of: instance, from: id, now)
    case .lost(let lost):
      processes[instance]?.lose(lost)
      noteEntry(of: instance, now)
    case .beat: settled(instance, now)
    case .bye(let bye): ended(instance, how: bye.why, now)
    case .error(let failure):
      let text = "\(failure.code.rawValue): \(failure.text)"
      act(.log(HubLogLine(level: .info, kind: "reporter-error", text: text)))
    case .note: break
    default: deny(message, to: id, "a reporter does not send this", now)
    }
  }

  private mutating func takeRequest(_ message: Message, from id: PeerID, _ now: Instant) {
    switch message {
    case .subscribe(let request): subscribe(id, request, now)
    case .unsubscribe(let request): unsubscribe(id, request, now)
    case .list(let request):
      let entries = order.compactMap { processes[$0]?.entry }
      say(.processes(Processes(id: request.id, isWhole: true, entries: entries)), to: id, now)
    case .why(let request): say(explain(request, now), to: id, now)
    case .causes(let request): say(causes(request), to: id, now)
    case .attach(let request): attach(id, request, now)
    case .detach(let request): detach(id, request, now)
    case .pass(let request): givePass(id, request, now)
    case .bye: end(id, code: WireClose.goingAway, reason: "goodbye")
    case .beat, .error, .note: break
    default: deny(message, to: id, "an observer does not send this", now)
    }
  }

  /// Tells a peer that it may not say that; the link stays. An answer is never answered.
  private mutating func deny(
    _ message: Message, to id: PeerID, _ text: String, _ now: Instant
  ) {
    guard !message.isAnswer else { return }
    say(
      .error(
        Failure(
          id: message.requestID, code: .notAllowed, text: text,
          remedy: "the role is said in hello, and another link may have another")),
      to: id, now)
  }

  // MARK: Streams

  private mutating func subscribe(_ id: PeerID, _ request: Subscribe, _ now: Instant) {
    let query: Query?
    do {
      query = try self.query(request)
    } catch {
      say(.error(error), to: id, now)
      return
    }
    let stream = ObserverStream(request, query, view(now))
    let isResumed = stream.isResumed
    guard peers[id]?.observer?.add(stream) == true else {
      let failure = Failure(
        id: request.id, code: .tooMany,
        text: "a link has at most \(Limits.streams) streams, each with a number of its own",
        remedy: "unsubscribe from one")
      say(.error(failure), to: id, now)
      return
    }
    if isResumed { say(.result(Answer(id: request.id, content: .done)), to: id, now) }
    renewDemand(now)
    wait(for: id, now)
  }

  /// What a stream is to be about; nil where that is everything.
  private func query(_ request: Subscribe) throws(Failure) -> Query? {
    let query: Query
    do {
      query = try Query(request.query)
    } catch {
      throw Failure(
        id: request.id, code: .badQuery, text: error.sentence + "\n" + error.picture,
        remedy: error.remedy, offset: UInt64(error.offset))
    }
    if query.needs.contains(.values) {
      throw Failure(
        id: request.id, code: .unsupported,
        text: "the daemon does not know what values are, so `value` would find nothing",
        remedy: "ask for `name` or `reason`")
    }
    return query.text.isEmpty ? nil : query
  }

  private mutating func unsubscribe(_ id: PeerID, _ request: Unsubscribe, _ now: Instant) {
    guard peers[id]?.observer?.remove(request.stream) == true else {
      let failure = Failure(
        id: request.id, code: .badMessage, text: "there is no stream \(request.stream)")
      say(.error(failure), to: id, now)
      return
    }
    say(.result(Answer(id: request.id, content: .done)), to: id, now)
    renewDemand(now)
  }

  // MARK: Demand

  /// Tells each reporter what is demanded of it, where that has changed.
  mutating func renewDemand(_ now: Instant) {
    for instance in order {
      guard let link = processes[instance]?.link else { continue }
      let level = demand(of: instance)
      guard processes[instance]?.wanted != level else { continue }
      processes[instance]?.wanted = level
      say(.want(Want(level: level)), to: link, now)
    }
    if !held.isEmpty { release(now) }
  }

  /// What is demanded of a process: by its observers, and so that `why` can be answered.
  func demand(of instance: InstanceID) -> Level {
    let isExplained = processes[instance].map { $0.isAttached || $0.isAsked } ?? false
    let base = isExplained ? Level.history : .status
    return observers.compactMap { peers[$0]?.observer?.demand(of: instance) }
      .reduce(base) { max($0, $1) }
  }

  // MARK: News

  /// Has all observers be told that something of a process has changed.
  mutating func noteChange(of instance: InstanceID, becameRed: Bool, _ now: Instant) {
    for id in observers {
      peers[id]?.observer?.noteChange(of: instance, becameRed: becameRed)
      wait(for: id, now)
    }
  }

  /// Has all observers be told the entry of a process.
  mutating func noteEntry(of instance: InstanceID, _ now: Instant) {
    for id in observers {
      peers[id]?.observer?.noteEntry(of: instance)
      wait(for: id, now)
    }
  }
}
