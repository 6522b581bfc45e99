internal import InspectWire

/// Requests to attach that have not been answered, and what is known of their processes.
struct Attaching {
  /// Somebody who waits for an answer.
  struct Waiter: Hashable {
    let peer: PeerID
    let request: UInt64
    var until: Moment

    fileprivate func later(by lateness: Int64) -> Waiter {
      var copy = self
      copy.until = until.plus(lateness)
      return copy
    }
  }

  /// A process that was found and can be dialled.
  struct Found: Hashable, Sendable {
    let instance: InstanceID
    let pid: Int32
    let name: String
  }

  private var lastNumber: UInt64 = 0
  /// Those whose process is being looked for.
  private var looking: [UInt64: Waiter] = [:]
  /// Those whose process is being dialled, or tells what it has.
  private var dialling: [InstanceID: [Waiter]] = [:]
  private var unwanted: Set<InstanceID> = []
  /// Our numbers of processes that were found; for itself one may have another.
  private var numbers: [InstanceID: Int32] = [:]

  var isEmpty: Bool { looking.isEmpty && dialling.isEmpty }

  /// Begins a look for a process; the number that names it.
  mutating func look(for waiter: Waiter) -> UInt64 {
    lastNumber += 1
    looking[lastNumber] = waiter
    return lastNumber
  }

  /// Ends a look; nil where nobody waits for it any more.
  mutating func endLook(_ number: UInt64) -> Waiter? { looking.removeValue(forKey: number) }

  /// Has somebody wait for a process; true if it is the first.
  mutating func wait(_ waiter: Waiter, for instance: InstanceID) -> Bool {
    dialling[instance, default: []].append(waiter)
    return dialling[instance]?.count == 1
  }

  /// Takes those who wait for a process.
  mutating func takeWaiters(for instance: InstanceID) -> [Waiter] {
    dialling.removeValue(forKey: instance) ?? []
  }

  /// Takes those whose time is over.
  mutating func late(_ now: Moment) -> [Waiter] {
    let lost = looking.filter { $0.value.until <= now }
    for number in lost.keys { looking[number] = nil }
    var late = Array(lost.values)
    for (instance, waiters) in dialling {
      late += waiters.filter { $0.until <= now }
      let rest = waiters.filter { $0.until > now }
      dialling[instance] = rest.isEmpty ? nil : rest
    }
    return late
  }

  /// Gives everybody who waits the time anew that the daemon was stopped for.
  mutating func excuse(by lateness: Int64) {
    looking = looking.mapValues { $0.later(by: lateness) }
    dialling = dialling.mapValues { $0.map { $0.later(by: lateness) } }
  }

  /// Forgets what a peer asked for.
  mutating func forget(_ peer: PeerID) {
    looking = looking.filter { $0.value.peer != peer }
    dialling = dialling.mapValues { $0.filter { $0.peer != peer } }.filter { !$0.value.isEmpty }
  }

  // MARK: Found processes

  /// Our number of a process that was dialled.
  func number(of instance: InstanceID) -> Int32? { numbers[instance] }

  mutating func setNumber(_ pid: Int32, of instance: InstanceID) {
    // Bounded: whoever is forgotten is known by its own number.
    if numbers.count >= HubLimits.forgottenNames { numbers = [:] }
    numbers[instance] = pid
  }

  // MARK: Detached processes

  /// Whether a process that dials by itself was sent away.
  func isUnwanted(_ instance: InstanceID) -> Bool { unwanted.contains(instance) }

  mutating func setUnwanted(_ instance: InstanceID, _ isUnwanted: Bool) {
    if isUnwanted {
      // Bounded: whoever detaches that often is served by forgetting.
      if unwanted.count >= HubLimits.forgottenNames { unwanted = [] }
      unwanted.insert(instance)
    } else {
      unwanted.remove(instance)
    }
  }
}
