public import CInspectSystem

/// What a property calls when its value has changed; one for each thing that follows it.
///
/// Not Sendable: it lives where the property lives. The property holds it until it is ended or the
/// property's owner is gone, whichever comes first.
public class Follower {
  // A closure, not a method to override: it is made in an inlinable function and so specialised
  // where that is called. The method table of a generic class holds unspecialised code.
  @usableFromInline final let deliver: (Follower, Wave) -> Void

  // Neighbours in the property's list, which holds its members by `next`.
  @usableFromInline @safe @exclusivity(unchecked) final var next: Follower?
  @safe @exclusivity(unchecked) final unowned(unsafe) var previous: Follower?

  /// What it follows; nil before it does, and when it has ended.
  final var followed: AnyProperty?

  /// Whether no more changes will be told.
  @safe @exclusivity(unchecked) public final internal(set) var isEnded = false

  /// Whether all went as it should last time, so that the next delivery may take the short way.
  @usableFromInline @safe @exclusivity(unchecked) final var isSound = true

  /// Whether it is writing to the followed property, whose change is then an echo.
  @usableFromInline @safe @exclusivity(unchecked) final var isCarryingBack = false

  @usableFromInline
  init(deliver: @escaping (Follower, Wave) -> Void) { self.deliver = deliver }

  /// Ends it; at once, even from inside one of its own deliveries. Again does nothing.
  public func end() {
    guard !isEnded else { return }
    isEnded = true
    let property = followed
    followed = nil
    property?.part(with: self)
  }

  /// The owner of the followed property is gone.
  func sourceOwnerEnded() { end() }

  /// A binding to the followed property came or went.
  func sourceWritersChanged() {}

  /// What the followed property holds is told to nobody any more.
  func sourceBecameSecret() {}

  // MARK: The long way of a typed delivery

  /// The next delivery begins, and the last was not sound.
  @usableFromInline
  func willDeliver() {}

  /// The target took a value, and others write to it too.
  @usableFromInline
  func tellOtherWriters(on wave: Wave) {}

  /// The target has the value, and not all is sound.
  @usableFromInline
  func didDeliver(isNew: Bool, from place: WritePlace, wasSound: Bool) {}

  /// The value could not be made.
  @usableFromInline
  func didFail(_ error: any Error, on input: Any) {}
}

/// One change on its way: who made it, and how many bindings it has passed.
@usableFromInline
struct Wave {
  @usableFromInline var place: WritePlace
  @usableFromInline var depth: Int

  @inlinable @inline(__always)
  init(from place: WritePlace, depth: Int = 0) {
    self.place = place
    self.depth = depth
  }

  /// The same change, one binding further.
  @inlinable @inline(__always)
  var next: Wave { Wave(from: place, depth: depth &+ 1) }
}
