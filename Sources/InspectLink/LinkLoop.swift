package import InspectSystem
package import InspectWire

/// Sleeps for any number of links and listeners on one thread, and tells what happened.
///
/// Confined to its thread, except `waker`.
package final class LinkLoop {
  /// Names a link in its loop; never used again.
  package struct Key: Hashable, Comparable, Sendable {
    fileprivate let number: UInt64

    /// Orders by age: the older link first.
    package static func < (one: Self, other: Self) -> Bool { one.number < other.number }
  }

  /// What happened.
  package enum Event: Hashable, Sendable {
    /// On a link; after `closed` it is gone from the loop.
    case link(Key, LinkEvent)
    /// Somebody dialled in; the link is in the loop and opens by and by.
    case arrived(Key)
    /// Somebody dialled in who may not.
    case refused(Peer)
    /// Another thread called.
    case woken
  }

  /// Wakes the loop; any thread may call it, also a signal handler.
  package let waker: Waker

  /// Called just before each sleep and just after it: for what must not be held meanwhile.
  package var aroundSleep: (falling: () -> Void, awake: () -> Void)?

  private let clock: () -> Moment
  private var links: [Key: Link] = [:]
  private var listeners: [LinkListener] = []
  private var nextNumber: UInt64 = 1
  private var poll = Poll()

  /// Nothing to wait for yet but the waker.
  ///
  /// - Parameters:
  ///   - clock: Tells the time before and after each sleep.
  ///   - waker: What other threads wake it with; nil makes one.
  package init(
    clock: @escaping () -> Moment = { .now }, waker: Waker? = nil
  ) throws(SystemError) {
    if let waker { self.waker = waker } else { self.waker = try Waker() }
    self.clock = clock
  }

  /// The time on the loop's clock.
  package var now: Moment { clock() }

  /// Keys of all links, the oldest first.
  package var keys: [Key] { links.keys.sorted() }

  /// A link of this loop; nil once it has closed.
  package subscript(key: Key) -> Link? { links[key] }

  /// Serves a link from the next turn on.
  @discardableResult
  package func add(_ link: Link) -> Key {
    let key = Key(number: nextNumber)
    nextNumber += 1
    links[key] = link
    return key
  }

  /// Serves a listener from the next turn on.
  package func add(_ listener: LinkListener) { listeners.append(listener) }

  /// Lets go of all listeners; their sockets close with their last owner.
  package func removeListeners() { listeners = [] }

  /// Lets go of a link without a word; its socket closes with its last owner.
  package func remove(_ key: Key) { links[key] = nil }

  /// Closes everything without a word, in a forked child whose parent goes on.
  package func abandon() {
    for link in links.values { link.abandon() }
    links = [:]
    listeners = []
  }

  /// Sleeps until something happens or the time is over, and tells all that happened.
  ///
  /// - Parameter limit: When to come back at the latest; nil for never.
  /// - Returns: What happened, in the order in which it did on each link; empty where the time is
  ///   over, and now and then without a reason.
  package func turn(until limit: Moment?) throws(SystemError) -> [Event] {
    let asleep = clock()
    let keys = keys
    let waiting = listeners.filter { $0.isListening(now: asleep) }
    poll.removeAll()
    poll.add(waker.number, read: true, write: false)
    for listener in waiting { poll.add(listener.descriptor, read: true, write: false) }
    for key in keys {
      guard let link = links[key] else { continue }
      poll.add(link.descriptor, read: link.wantsRead, write: link.wantsWrite)
    }
    do {
      aroundSleep?.falling()
      defer { aroundSleep?.awake() }
      try poll.wait(microseconds: earliest(limit).map { $0.microseconds(since: asleep) })
    }

    let awake = clock()
    var events: [Event] = []
    if poll.isReadable(0) {
      waker.drain()
      events.append(.woken)
    }
    for (place, key) in keys.enumerated() {
      serve(key, at: place + 1 + waiting.count, awake, &events)
    }
    for (place, listener) in waiting.enumerated() where poll.isReadable(place + 1) {
      accept(from: listener, awake, &events)
    }
    return events
  }

  private func earliest(_ limit: Moment?) -> Moment? {
    let moments = links.values.map(\.deadline) + listeners.map(\.deadline) + [limit]
    return moments.compactMap(\.self).min()
  }

  private func serve(_ key: Key, at place: Int, _ now: Moment, _ events: inout [Event]) {
    guard let link = links[key] else { return }
    let (read, write) = (poll.isReadable(place), poll.isWritable(place))
    let isDue = link.deadline.map { now >= $0 } ?? false
    guard read || write || isDue else { return }
    // What came is heard before the silence is judged.
    var found = link.ready(read: read, write: write, now: now)
    found += link.tick(now: now)
    events += found.map { .link(key, $0) }
    if link.isClosed { links[key] = nil }
  }

  private func accept(
    from listener: LinkListener, _ now: Moment, _ events: inout [Event]
  ) {
    for arrival in listener.accept(now: now) {
      switch arrival {
      case .link(let link): events.append(.arrived(add(link)))
      case .refused(let peer): events.append(.refused(peer))
      }
    }
  }
}
