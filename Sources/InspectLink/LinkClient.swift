package import InspectSystem
package import InspectWire

/// One link that a whole thread waits for: connect, send, take messages until a moment.
///
/// Confined to one thread, except `waker`. Made for commands, not for inspected programs.
package final class LinkClient {
  /// What came of waiting for a message.
  package enum Next: Hashable, Sendable {
    /// The next message.
    case message([UInt8])
    /// The time is over.
    case late
    /// Somebody called the waker.
    case woken
  }

  private let loop: LinkLoop
  private let link: Link
  private var messages: [[UInt8]] = []
  private var closure: LinkClosure?
  private var isWoken = false

  /// Dials and waits until the link is open.
  ///
  /// - Parameter waker: What `next` is woken with; nil makes one.
  /// - Throws: Why it did not open; `late` after the limits' `opening`.
  package init(
    dialing address: LinkAddress, path: String = "/",
    subprotocol: String? = WebSocketMachine.subprotocol, limits: LinkLimits = .standard,
    chance: any RandomNumberGenerator & Sendable = SystemRandom(),
    clock: @escaping () -> Moment = { .now }, waker: Waker? = nil
  ) throws(LinkClosure) {
    do { loop = try LinkLoop(clock: clock, waker: waker) } catch { throw .failed(error) }
    link = try Link(
      dialing: address, path: path, subprotocol: subprotocol, limits: limits, chance: chance,
      now: loop.now)
    loop.add(link)
    while !link.isOpen { try turn(until: nil) }
  }

  /// Makes `next` return `woken`; any thread may call it, also a signal handler.
  package var waker: Waker { loop.waker }

  /// When the other side was heard last, while it owes an answer; nil while all is well.
  package var silentSince: Moment? { link.silentSince }

  /// The time on the client's clock.
  package var now: Moment { loop.now }

  /// Sends a message, waiting for room where the other side is slow.
  ///
  /// - Throws: Why the link is over; `late` where there was no room in time.
  package func send(_ text: [UInt8], until limit: Moment? = nil) throws(LinkClosure) {
    while true {
      switch link.send(text) {
      case .queued:
        // Off with it now: the caller may do something else for long before it waits for an answer.
        return try turn(until: loop.now)
      case .tooLarge: throw .failed(.messageTooLong("send"))
      case .full, .notOpen: break
      }
      try turn(until: limit)
      if let limit, loop.now >= limit { throw .late(.life) }
    }
  }

  /// The next message, or why there is none; what came before the end is given first.
  ///
  /// - Throws: Why the link is over, now and ever after.
  package func next(until limit: Moment? = nil) throws(LinkClosure) -> Next {
    while true {
      if !messages.isEmpty { return .message(messages.removeFirst()) }
      if isWoken {
        isWoken = false
        return .woken
      }
      try turn(until: limit)
      if messages.isEmpty, !isWoken, closure == nil, let limit, loop.now >= limit { return .late }
    }
  }

  /// Says goodbye and waits until the other side took note, for a moment only.
  package func close(code: UInt16 = CloseCode.normal, reason: String = "") {
    link.close(code: code, reason: reason, now: loop.now)
    while closure == nil {
      do throws(LinkClosure) { try turn(until: nil) } catch { return }
    }
  }

  private func turn(until limit: Moment?) throws(LinkClosure) {
    if let closure { throw closure }
    let events: [LinkLoop.Event]
    do { events = try loop.turn(until: limit) } catch { throw .failed(error) }
    for event in events {
      switch event {
      case .woken: isWoken = true
      case .link(_, .message(let text)): messages.append(text)
      case .link(_, .closed(let closure)): self.closure = closure
      case .link, .arrived, .refused: break
      }
    }
  }
}
