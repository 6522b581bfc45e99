internal import InspectWire

extension Hub {
  // MARK: Batches

  /// Takes a batch of a process's records.
  mutating func take(
    _ batch: Batch, of instance: InstanceID, from id: PeerID, _ now: Instant
  ) {
    guard admit(batch.sequence, of: instance, from: id, now) else { return }
    let leftOut = processes[instance]?.model.refused
    let becameRed =
      processes[instance]?.take(batch.records, stamp: &stamp, now: now.moment) ?? false
    noteChange(of: instance, becameRed: becameRed, now)
    if processes[instance]?.model.refused != leftOut { noteEntry(of: instance, now) }
    look(now)
  }

  /// Takes a part of a process's history.
  mutating func take(
    _ history: History, of instance: InstanceID, from id: PeerID, _ now: Instant
  ) {
    guard admit(history.sequence, of: instance, from: id, now) else { return }
    if processes[instance]?.tell(history.entries) == true { noteEntry(of: instance, now) }
    guard let process = processes[instance] else { return }
    for id in observers {
      peers[id]?.observer?.noteHistory(of: instance, process)
      wait(for: id, now)
    }
  }

  // MARK: Holding

  /// Keeps credit from a process that waits for its observers, while one of them is far behind.
  private mutating func holdIfBehind(_ instance: InstanceID) {
    guard let process = processes[instance], process.isComplete, !process.isHeld else { return }
    guard lag(behind: process, instance) > HubLimits.heldHistory else { return }
    processes[instance]?.isHeld = true
    held.insert(instance)
  }

  /// Gives credit again where observers have caught up, or left.
  mutating func release(_ now: Instant) {
    for instance in held {
      guard let process = processes[instance], let link = process.link, process.isHeld else {
        held.remove(instance)
        continue
      }
      guard lag(behind: process, instance) <= HubLimits.heldHistory / 2 else { continue }
      processes[instance]?.isHeld = false
      held.remove(instance)
      peers[link]?.confirm(process.sequence)
      ask(link, now)
    }
  }

  private func lag(behind process: HubProcess, _ instance: InstanceID) -> UInt64 {
    observers.compactMap { peers[$0]?.observer?.lag(behind: process, instance) }.max() ?? 0
  }

  /// Whether a numbered message joins on to the one before; a gap ends the link.
  ///
  /// On a link that loses nothing a gap is a fault of the reporter's. Whoever dialled dials again,
  /// and on the new link everything is told anew.
  private mutating func admit(
    _ sequence: UInt64, of instance: InstanceID, from id: PeerID, _ now: Instant
  ) -> Bool {
    guard let last = processes[instance]?.sequence else { return false }
    let (next, _) = last.addingReportingOverflow(1)
    guard sequence <= next else {
      fault(id, code: WireClose.gap, "batch \(next) expected, \(sequence) came", now)
      return false
    }
    holdIfBehind(instance)
    if processes[instance]?.isHeld == false {
      peers[id]?.confirm(max(sequence, last))
      ask(id, now)
    }
    guard sequence == next else { return false }
    processes[instance]?.sequence = sequence
    processes[instance]?.settling?.lastBatch = now.moment
    return true
  }

  // MARK: Ends

  /// The link by which a process reported is gone.
  mutating func lost(_ instance: InstanceID, on id: PeerID, _ now: Instant) {
    guard let process = processes[instance], process.link == id else { return }
    processes[instance]?.lose(now: now)
    act(.watch(process.facts))
    act(
      .log(
        HubLogLine(
          level: .info, kind: "process",
          text: "lost the link to \(process.facts.name) (\(process.facts.pid))")))
    noteEntry(of: instance, now)
    answerAttachers(
      of: instance, .failure(.refused, "The process ended the link.", "Look at its own output."),
      now)
  }

  /// A process has said that it ends, or was seen to have ended.
  mutating func ended(_ instance: InstanceID, how: String, _ now: Instant) {
    guard let process = processes[instance], !process.hasEnded else { return }
    processes[instance]?.end(how: prefix(of: how, bytes: Limits.nameShown), now: now)
    act(
      .log(
        HubLogLine(
          level: .info, kind: "process",
          text: "ended: \(process.facts.name) (\(process.facts.pid)), \(how)")))
    if let link = process.link {
      // It is gone, or about to be; nothing that it still says counts.
      peers[link]?.stage = .closing(code: WireClose.goingAway, reason: "ended")
      ask(link, now)
    }
    act(.letGo(instance))
    noteEntry(of: instance, now)
    answerAttachers(
      of: instance, .failure(.noSuchProcess, "The process has ended.", ""), now)
    dropSurplus(now)
    look(now)
  }

  /// A process that was watched does not live any more.
  ///
  /// - Parameter how: How it ended; nil where nobody tells.
  mutating func gone(_ instance: InstanceID, how: String?, now: Instant) {
    guard processes[instance]?.isLive == false else { return }
    ended(instance, how: how ?? "gone without a word", now)
  }

  // MARK: Settling

  /// A process has told all that there was to tell.
  mutating func settled(_ instance: InstanceID, _ now: Instant) {
    guard let process = processes[instance], process.settling != nil else { return }
    confirm(instance, now)
    answerAttachers(of: instance, .attached, now)
  }

  /// Takes silence after something for the end of telling, for reporters that do not say so.
  ///
  /// Silence after nothing says only that the process, or the machine, is slow.
  mutating func settle(_ now: Instant) {
    for instance in order {
      guard let process = processes[instance], let settling = process.settling else { continue }
      let isSilent =
        process.sequence > 0 && settling.lastBatch.plus(HubLimits.settling) <= now.moment
      if settling.isAwaited,
        isSilent || settling.began.plus(HubLimits.settlingLimit) <= now.moment
      {
        processes[instance]?.settling?.isAwaited = false
        answerAttachers(of: instance, .attached, now)
      }
      if settling.lastBatch.plus(HubLimits.confirming) <= now.moment { confirm(instance, now) }
    }
  }

  private mutating func confirm(_ instance: InstanceID, _ now: Instant) {
    let hasEnded = processes[instance]?.confirm(stamp: &stamp, now: now.moment) ?? false
    if hasEnded { noteChange(of: instance, becameRed: false, now) }
  }

  // MARK: Dropping

  /// Drops what ended long ago.
  mutating func forgetOld(_ now: Instant) {
    let (limit, _) = now.moment.microseconds.subtractingReportingOverflow(HubLimits.retention)
    let moment = Moment(microseconds: limit)
    for instance in order {
      guard let process = processes[instance] else { continue }
      if let end = process.endedAt, end < moment {
        drop(instance, now)
      } else if processes[instance]?.forget(endedBefore: moment, stamp: &stamp) == true {
        noteChange(of: instance, becameRed: false, now)
      }
    }
  }

  /// Drops ended processes that are too many, the first to end first.
  private mutating func dropSurplus(_ now: Instant) {
    let ended = order.compactMap { instance in
      processes[instance]?.endedAt.map { (at: $0, instance: instance) }
    }
    guard ended.count > HubLimits.endedProcesses else { return }
    let surplus = ended.sorted { $0.at < $1.at }.prefix(ended.count - HubLimits.endedProcesses)
    for item in surplus { drop(item.instance, now) }
  }

  private mutating func drop(_ instance: InstanceID, _ now: Instant) {
    processes[instance] = nil
    order.removeAll { $0 == instance }
    dropped.append(instance)
    if dropped.count > HubLimits.forgottenNames { dropped.popFirst() }
    for id in observers {
      peers[id]?.observer?.noteDropped(instance)
      wait(for: id, now)
    }
  }
}
