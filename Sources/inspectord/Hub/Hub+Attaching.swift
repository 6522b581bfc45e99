internal import InspectWire

extension Hub {
  /// What is answered to whoever wants to attach.
  enum AttachAnswer {
    case attached
    case failure(FailureCode, String, String)

    static let silent = AttachAnswer.failure(
      .notResponding, "The process does not answer.",
      "It may be stopped, traced or very busy; `inspect-cli doctor PID` looks further.")
  }

  // MARK: Requests

  mutating func attach(_ id: PeerID, _ request: AttachRequest, _ now: Instant) {
    let waiter = Attaching.Waiter(
      peer: id, request: request.id, until: now.after(HubLimits.attaching))
    if let instance = live(request.process) {
      attachKnown(instance, waiter, now)
    } else {
      act(.dial(DialRequest(number: attaching.look(for: waiter), process: request.process)))
    }
    look(now, soon: true)
  }

  /// A process that reports already, if a pid or an instance says without doubt which.
  private func live(_ selector: ProcessSelector) -> InstanceID? {
    order.first { instance in
      guard let process = processes[instance], process.isLive else { return false }
      switch selector {
      case .instance(let wanted): return wanted == instance
      case .pid(let pid): return process.facts.pid == pid
      case .name: return false
      }
    }
  }

  private mutating func attachKnown(
    _ instance: InstanceID, _ waiter: Attaching.Waiter, _ now: Instant
  ) {
    processes[instance]?.isAttached = true
    renewDemand(now)
    if processes[instance]?.settling?.isAwaited == true {
      _ = attaching.wait(waiter, for: instance)
    } else {
      answer(waiter, .attached, of: instance, now)
    }
  }

  mutating func detach(_ id: PeerID, _ request: DetachRequest, _ now: Instant) {
    let matches = order.filter { instance in
      guard let process = processes[instance], !process.hasEnded else { return false }
      switch request.process {
      case .instance(let wanted): return wanted == instance
      case .pid(let pid): return process.facts.pid == pid
      case .name(let name): return ExactText(process.facts.name) == ExactText(name)
      }
    }
    guard let instance = matches.first, let process = processes[instance] else {
      let failure = Failure(
        id: request.id, code: .noSuchProcess, text: "No such process is attached.")
      say(.error(failure), to: id, now)
      return
    }
    guard matches.count == 1 else {
      say(.error(ambiguous(request.id, matches)), to: id, now)
      return
    }
    act(.letGo(instance))
    if let link = process.link {
      if peers[link]?.origin.isDialled == false { attaching.setUnwanted(instance, true) }
      peers[link]?.isLetGo = true
      end(link, code: WireClose.detached, reason: "detached")
    }
    ended(instance, how: "detached", now)
    if let entry = processes[instance]?.entry {
      say(.result(Answer(id: request.id, content: .process(entry))), to: id, now)
    }
  }

  // MARK: From outside

  /// Processes were found that a request to attach names.
  ///
  /// - Returns: The instance that is to be dialled now; nil where none is.
  mutating func found(_ number: UInt64, _ found: [Attaching.Found], now: Instant) -> InstanceID? {
    guard let waiter = attaching.endLook(number) else { return nil }
    guard let one = found.first else {
      answer(waiter, .failure(.noSuchProcess, "There is no such process.", ""), now)
      return nil
    }
    guard found.count == 1 else {
      let list = found.map { "\($0.pid)" }.joined(separator: ", ")
      let text = "“\(display(one.name))” fits \(found.count) processes: \(list)."
      answer(waiter, .failure(.ambiguous, text, "Name one of them by its pid."), now)
      return nil
    }
    attaching.setUnwanted(one.instance, false)
    attaching.setNumber(one.pid, of: one.instance)
    if processes[one.instance]?.isLive == true {
      attachKnown(one.instance, waiter, now)
      return nil
    }
    _ = attaching.wait(waiter, for: one.instance)
    look(now, soon: true)
    return one.instance
  }

  /// No process was found, or none that can be dialled.
  mutating func notFound(
    _ number: UInt64, _ selector: ProcessSelector, _ code: FailureCode, _ text: String,
    _ remedy: String, now: Instant
  ) {
    guard let waiter = attaching.endLook(number) else { return }
    // A process that dials in by itself may be known under the name and tell of itself nowhere.
    if case .name(let name) = selector {
      let known = order.filter { instance in
        processes[instance].map { $0.isLive && ExactText($0.facts.name) == ExactText(name) }
          ?? false
      }
      if known.count > 1 {
        say(.error(ambiguous(waiter.request, known)), to: waiter.peer, now)
        return
      }
      if let instance = known.first {
        attachKnown(instance, waiter, now)
        return
      }
    }
    answer(waiter, .failure(code, text, remedy), now)
  }

  /// A process that was dialled cannot be reached.
  mutating func unreachable(
    _ instance: InstanceID, _ code: FailureCode, _ text: String, _ remedy: String, now: Instant
  ) {
    answerAttachers(of: instance, .failure(code, text, remedy), now)
  }

  // MARK: Answers

  mutating func answerAttachers(
    of instance: InstanceID, _ answer: AttachAnswer, _ now: Instant
  ) {
    for waiter in attaching.takeWaiters(for: instance) {
      self.answer(waiter, answer, of: instance, now)
    }
  }

  mutating func answer(
    _ waiter: Attaching.Waiter, _ answer: AttachAnswer, of instance: InstanceID? = nil,
    _ now: Instant
  ) {
    switch answer {
    case .attached:
      guard let entry = instance.flatMap({ processes[$0]?.entry }) else { return }
      say(.result(Answer(id: waiter.request, content: .process(entry))), to: waiter.peer, now)
    case .failure(let code, let text, let remedy):
      let failure = Failure(id: waiter.request, code: code, text: text, remedy: remedy)
      say(.error(failure), to: waiter.peer, now)
    }
  }

  private func ambiguous(_ request: UInt64, _ instances: [InstanceID]) -> Failure {
    let list = instances.compactMap { processes[$0].map { "\($0.facts.pid)" } }
    return Failure(
      id: request, code: .ambiguous,
      text: "\(list.count) processes are meant: \(list.joined(separator: ", ")).",
      remedy: "Name one of them by its pid.")
  }
}
