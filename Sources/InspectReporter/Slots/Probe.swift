public import CInspectSystem
public import InspectWire
public import Synchronization

// Sendable although it has variables: atomics are read by any thread and written by the binding's
// own; `details` is touched under the lock of the reporter's registry alone.
/// What an engine tells of one of its bindings, and what an observer may know of it at any time.
///
/// One thread at a time calls its methods, the one that the binding lives on; which thread that is
/// may change, as long as one hands over to the other. Everything here is constant time and waits
/// for nothing but a lock that is held for moments. Nothing here throws.
@safe
public final class Probe: Sendable {
  /// Number of the binding, unique in its instance and never used again.
  public let id: BindingID
  /// Name for people, made unique in the instance: `employee.name`, `employee.name#2`.
  public let name: String

  @usableFromInline let reporter: Reporter
  let declared: Declared
  @usableFromInline let status: Atomic<UInt64>
  @usableFromInline let updates = Atomic<UInt>(0)
  @usableFromInline let suppressed = Atomic<UInt>(0)
  @usableFromInline let writer = Atomic<UInt>(0)
  @usableFromInline let caller = Atomic<UInt>(0)
  let failures = Atomic<UInt32>(0)
  let inspections = Atomic<UInt32>(0)
  let changes = Atomic<UInt32>(0)
  let marks: Atomic<UInt32>
  let isPlain: Atomic<Bool>
  @usableFromInline let isDirty = Atomic<Bool>(false)
  @safe let nextDirty = unsafe Atomic<Unmanaged<Probe>?>(nil)

  nonisolated(unsafe) private var guardedDetails: Details?

  init(
    id: BindingID, name: String, reporter: Reporter, declared: Declared,
    colour: Colour, since: Moment, marks: Marks, details: Details?
  ) {
    self.id = id
    self.name = name
    self.reporter = reporter
    self.declared = declared
    status = Atomic(StatusWord(colour: colour, since: since).bits)
    self.marks = Atomic(marks.rawValue)
    isPlain = Atomic(details?.isPlain ?? true)
    unsafe guardedDetails = details
  }

  /// Whether its values must not leave the process; once they must not, for ever.
  package var isSecret: Bool { Marks(rawValue: marks.load(ordering: .relaxed)).contains(.secret) }

  /// The id as the registry keeps it; 0 where the binding is not told.
  var number: UInt32 { UInt32(truncatingIfNeeded: id.rawValue) }

  /// What most bindings do not have: reasons, edges; under the registry's lock.
  var details: Details? {
    get { unsafe guardedDetails }
    set { unsafe guardedDetails = newValue }
  }
}

// MARK: - The hot path

extension Probe {
  /// Colour of the newest verdict, or grey once ended; from any thread, one relaxed load.
  @inlinable @inline(__always)
  public var colour: Colour {
    Colour(rawValue: UInt8(truncatingIfNeeded: status.load(ordering: .relaxed)) & 3) ?? .yellow
  }

  /// Notes a value that reached the target: one relaxed load while nothing is counted.
  ///
  /// Says nothing of the colour: where a delivery heals the binding, `change(to:)` says so.
  /// - Parameters:
  ///   - isNew: Whether the target took it; false where it had an equal one already.
  ///   - place: Where the source was written; `WritePlace()` where that is not known.
  @inlinable @inline(__always)
  public func delivered(isNew: Bool, from place: WritePlace) {
    let noting = reporter.noting.load(ordering: .relaxed)
    if noting != .off { count(isNew: isNew, from: place, noting: noting) }
  }

  @inlinable @inline(never)
  func count(isNew: Bool, from place: WritePlace, noting: Noting) {
    if isNew { updates.addOne() } else { suppressed.addOne() }
    writer.store(place.writer, ordering: .relaxed)
    caller.store(place.caller, ordering: .relaxed)
    if noting == .attached { markDirty() }
  }

  /// Enters the dirty list, once per flush.
  ///
  /// Always an exchange. To look first and leave when it is dirty already is 5 ns less and loses
  /// last states: the processor may do that load before it shows the stores above to the flush.
  @inlinable @inline(__always)
  func markDirty() {
    if !isDirty.exchange(true, ordering: .acquiringAndReleasing) { reporter.enlist(self) }
  }
}

extension Atomic<UInt> {
  /// Adds one for a single writer; an atomic addition would be 5 ns more.
  @inlinable @inline(__always)
  func addOne() { store(load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}

// MARK: - What is rare

extension Probe {
  /// Tells the newest verdict; one that equals the last does nothing.
  ///
  /// A grey verdict ends the binding with its reasons. What has ended takes no verdict any more.
  public func change(to verdict: Verdict) {
    // Without the lock: most verdicts repeat a plain one. Only this thread writes what is compared.
    if verdict.isPlain, isPlain.load(ordering: .relaxed), verdict.colour == colour,
      verdict.marks.rawValue == marks.load(ordering: .relaxed)
    {
      return
    }
    reporter.change(self, to: verdict)
  }

  /// Counts a transformation or update that failed; the verdict is told by itself.
  public func failed() {
    let noting = reporter.noting.load(ordering: .relaxed)
    guard noting != .off else { return }
    failures.store(failures.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    if noting == .attached { markDirty() }
  }

  /// Notes who assigned the target past the binding; the verdict is told by itself.
  public func overwritten(from place: WritePlace) {
    let noting = reporter.noting.load(ordering: .relaxed)
    guard noting != .off else { return }
    writer.store(place.writer, ordering: .relaxed)
    caller.store(place.caller, ordering: .relaxed)
    if noting == .attached { markDirty() }
  }

  /// Counts an evaluation that somebody's looking caused; a sound engine never calls it.
  public func inspected() {
    let noting = reporter.noting.load(ordering: .relaxed)
    guard noting != .off else { return }
    inspections.store(inspections.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    if noting == .attached { markDirty() }
  }

  /// Tells of something that leaves the colour as it is: an input that was refused or altered.
  public func event(_ reason: Reason) { reporter.note(reason, of: self) }

  /// Tells owners and types that were not known when the binding was declared; nil leaves one.
  public func setEndpoints(source: Endpoint? = nil, target: Endpoint? = nil) {
    reporter.redeclare(self, source: source, target: target)
  }

  /// Tells on which bindings this one depends now, all of them; equal ones do nothing.
  ///
  /// - Parameters:
  ///   - precedents: Bindings whose target this one reads, in any order.
  ///   - implicit: Those of them that the engine inferred instead of being told.
  public func setEdges(precedents: [BindingID], implicit: Set<BindingID> = []) {
    reporter.setEdges(of: self, precedents: precedents, implicit: implicit)
  }

  /// Whether its names alone say that its values must not leave the process.
  package var isNamedSecret: Bool {
    declared.shape.isSecret || Redaction.isSecret(names: [name])
  }

  /// Keeps its values in the process from now on, as the mark `secret` does.
  package func keepSecret() { reporter.keepSecret(self) }

  /// Ends the binding: grey, once; again does nothing.
  public func end() { reporter.end(self) }
}
