internal import CInspectSystem

/// What every property is, whatever its value: the bindings from and to it, its name, its type.
///
/// Not Sendable: it lives where its owner lives. It never holds its owner.
public class AnyProperty {
  @usableFromInline @safe @exclusivity(unchecked) final var firstFollower: Follower?
  @safe @exclusivity(unchecked) private final unowned(unsafe) var lastFollower: Follower?

  /// Bindings whose target this is, in the order of their making.
  final private(set) var writers: [LiveBinding] = []

  // Passes under way, one inside the other. While there is one, ended followers stay in the list.
  @usableFromInline @safe @exclusivity(unchecked) final var passes: Int32 = 0
  @usableFromInline @safe @exclusivity(unchecked) final var hasEndedFollower = false
  @usableFromInline @safe @exclusivity(unchecked) final var hasWriters = false
  // A binding that writes both ways wants to know of what another binding wrote.
  @usableFromInline @safe @exclusivity(unchecked) final var tellsOtherWriters = false
  @usableFromInline final let comparesIdentity: Bool
  /// Whether what it holds is told to nobody outside of the process; once so, for ever.
  public final internal(set) var isSecret = false
  // Assignments under way, which do not hold the property, and whether it holds itself because of them.
  @usableFromInline @safe @exclusivity(unchecked) final var assignments: Int32 = 0
  @usableFromInline @safe @exclusivity(unchecked) final private(set) var isKept = false
  final private(set) var hasOwner = true
  // Given when a binding fails here first: most properties never need one.
  private final var number: UInt32 = 0

  // Known from the first time that the property is reached by `$name` or by its name.
  final var field: Field?
  final var seat: NodeSeat?

  @usableFromInline
  init(comparesIdentity: Bool) { self.comparesIdentity = comparesIdentity }

  /// Name in the owner; empty until the property was reached by `$name` or by its name.
  public final var name: String { field?.name ?? "" }

  /// Class of the owner; empty until the property was reached by `$name` or by its name.
  public final var ownerName: String { field?.ownerName ?? "" }

  /// Declared type of the value, known also while the value is nil.
  public var declaredType: any Any.Type { preconditionFailure("Property gives the type") }

  /// The value, whatever it is; an optional without value gives nil.
  public final var anyValue: Any? { read() }

  /// Writes a value of the declared type, nil included where that is optional.
  ///
  /// - Returns: Whether the value had the type; another one changes nothing and is not converted.
  @inline(never)
  @discardableResult
  public final func set(any value: Any?) -> Bool {
    let wave = Wave(from: WritePlace.here())
    willBeAssigned()
    switch write(any: value, on: wave) {
    case .wrongType:
      wasNotAssigned()
      return false
    case .same:
      wasNotAssigned()
      return true
    case .new:
      if hasWriters { _ = assignedFromOutside(on: wave) }
      return true
    }
  }

  /// Calls a closure after each change, until the follower is ended or the owner is gone.
  @discardableResult
  public final func observe(_ changed: @escaping () -> Void) -> Follower {
    let follower = Follower { _, _ in changed() }
    follow(with: follower)
    return follower
  }

  /// Names it among the properties at which bindings fail.
  final var failureNumber: UInt32 {
    if number == 0 { number = Origin.nextNumber() }
    return number
  }

  /// Ends all bindings that write to this property.
  public final func unbind() { for binding in writers { binding.end() } }

  // MARK: What a property of a type gives

  func read() -> Any? { preconditionFailure("Property gives the value") }

  func write(any value: Any?, on wave: Wave) -> WriteOutcome {
    preconditionFailure("Property takes the value")
  }

  /// Whether it has that value now.
  func holds(_ value: Any?) -> Bool { preconditionFailure("Property compares values") }

  /// The way of values from this property to another, as they are; nil where the types differ.
  func makeCarrier(to target: AnyProperty) -> Carrier? { nil }

  /// A closure that reads as `read` does, its questions about the type asked once.
  func makeReader() -> () -> Any? { preconditionFailure("Property gives the reader") }
}

/// What became of a value that was to be written.
enum WriteOutcome {
  case new, same, wrongType
}

// MARK: - Telling

extension AnyProperty {
  /// Calls each follower that has not ended, in the order of declaration.
  ///
  /// The walk retains nothing: that pair of atomics alone would be a third of the bare closure.
  /// It is safe because during a pass no follower leaves the list, which holds them strongly, and
  /// the property itself is held by whoever called `set`.
  @inlinable @inline(__always)
  final func tellFollowers(of wave: Wave) {
    if passes >= Limits.rounds || wave.depth >= Limits.depth { return endRestlessPass() }
    passes &+= 1
    var visited = unsafe firstFollower.map(Unmanaged.passUnretained)
    while let follower = unsafe visited {
      unsafe visited = follower._withUnsafeGuaranteedRef {
        if !$0.isEnded { $0.deliver($0, wave) }
        return unsafe $0.next.map(Unmanaged.passUnretained)
      }
    }
    passes &-= 1
    if passes == 0, hasEndedFollower { dropEndedFollowers() }
  }

  /// Has the bindings that write to this property know whether they do so again before all is told.
  @usableFromInline
  final func willBeAssigned(except writer: LiveBinding? = nil) {
    for binding in writers where binding !== writer && !binding.isEnded {
      binding.isOverwritten = true
    }
  }

  /// It had that value already, or does not take it.
  @usableFromInline
  final func wasNotAssigned() { for binding in writers { binding.isOverwritten = false } }

  /// Tells the bindings that write to this property that somebody else has written.
  ///
  /// - Returns: What kept the value from being carried back.
  @usableFromInline
  final func assignedFromOutside(
    on wave: Wave, except writer: LiveBinding? = nil
  ) -> [Reason] {
    var faults: [Reason] = []
    for binding in writers where binding !== writer && !binding.isEnded {
      faults += binding.targetAssigned(on: wave)
    }
    return faults
  }

  /// Tells those of the other writers that write both ways.
  @usableFromInline
  final func writtenByBinding(_ writer: LiveBinding?, on wave: Wave) {
    for binding in writers where binding !== writer && !binding.isEnded && binding.writesBothWays {
      _ = binding.targetAssigned(on: wave)
    }
  }
}

// MARK: - Joining and ending

extension AnyProperty {
  /// Adds a follower; one that comes when the owner is gone is ended at once.
  final func follow(with follower: Follower) {
    guard hasOwner else { return follower.end() }
    follower.followed = self
    follower.previous = lastFollower
    if let last = lastFollower { last.next = follower } else { firstFollower = follower }
    lastFollower = follower
  }

  /// Takes an ended follower out of the list, at once or when the pass is over.
  final func part(with follower: Follower) {
    if passes == 0 { unlink(follower) } else { hasEndedFollower = true }
  }

  /// Adds a binding that writes to this property.
  final func addWriter(_ binding: LiveBinding) {
    writers.append(binding)
    writersChanged()
  }

  /// Removes a binding that writes to this property.
  final func removeWriter(_ binding: LiveBinding) {
    writers.removeAll { $0 === binding }
    writersChanged()
  }

  private final func writersChanged() {
    hasWriters = !writers.isEmpty
    tellsOtherWriters = writers.count > 1 && writers.contains { $0.writesBothWays }
    tellFollowersOfWriters()
  }

  /// Lets what depends on this property know that other bindings write to it now.
  final func tellFollowersOfWriters() { forEachFollower { $0.sourceWritersChanged() } }

  /// Ends all bindings from and to this property: its owner is gone, perhaps in mid-pass.
  @usableFromInline
  final func ownerEnded() {
    hasOwner = false
    if assignments > 0, !isKept {
      isKept = true
      _ = unsafe Unmanaged.passRetained(self)
    }
    passes += 1  // One sweep for all of them, below.
    var follower = firstFollower
    while let visited = follower {
      if !visited.isEnded { visited.sourceOwnerEnded() }
      follower = visited.next
    }
    for binding in writers { binding.end() }
    seat = nil
    passes -= 1
    if passes == 0, hasEndedFollower { dropEndedFollowers() }
  }

  /// Lets go of itself when the last assignment is over that its owner did not outlive.
  @usableFromInline
  final func letGo() {
    guard assignments == 0 else { return }
    isKept = false
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Takes out of the list what has ended during a pass; linear in the followers.
  @usableFromInline
  final func dropEndedFollowers() {
    hasEndedFollower = false
    var ended: [Follower] = []  // Let go when the list is whole again: that may run foreign code.
    var follower = firstFollower
    while let visited = follower {
      follower = visited.next
      if visited.isEnded {
        ended.append(visited)
        unlink(visited)
      }
    }
  }

  private final func unlink(_ follower: Follower) {
    let (before, after) = (follower.previous, follower.next)
    if let before { before.next = after } else { firstFollower = after }
    if let after { after.previous = before } else { lastFollower = before }
    follower.next = nil
    follower.previous = nil
  }

  /// Calls a closure with each follower that has not ended.
  final func forEachFollower(_ body: (Follower) -> Void) {
    var follower = firstFollower
    while let visited = follower {
      if !visited.isEnded { body(visited) }
      follower = visited.next
    }
  }
}
