/// One end of a WebSocket (RFC 6455) as a pure machine: bytes in, bytes and messages out.
///
/// No I/O, no clock, no lock. Text messages, no extension; binary ones are refused where the limits
/// do not say otherwise. However the bytes are cut, the
/// actions are the same. Keeps at most one message and one head, and never more than came in: an
/// announced length reserves nothing. After `ended` it ignores everything.
package struct WebSocketMachine: Sendable {
  /// What the owner has to do, in order.
  package enum Action: Hashable, Sendable {
    /// Send these bytes.
    case send([UInt8])
    /// Send these bytes; of several that still wait only the newest need be sent.
    case pong([UInt8])
    /// The handshake is done: messages may be sent.
    case opened
    /// A whole text message, valid UTF-8.
    case message([UInt8])
    /// A whole binary message; only where they are taken.
    case binary([UInt8])
    /// Nothing more comes out; once all is sent the connection ends.
    case ended(LinkClosure)
  }

  /// The subprotocol of this project, version 1.
  package static let subprotocol = "bindinspect.v1"

  private enum State: Sendable {
    case opening(HTTPHeadReader)
    case open
    /// This side sent its close frame; only the other's is waited for.
    case closing(code: UInt16)
    /// It is over, but the messages that came before may still be answered.
    case settling([Action])
    case ended
  }

  private let isClient: Bool
  private let handshake: Handshake
  private let limits: LinkLimits
  private var chance: any RandomNumberGenerator & Sendable
  private var state: State
  private var frames: FrameReader
  private var message: [UInt8] = []
  private var fragments = 0
  private var isBinary = false
  private var text = UTF8Check()
  private var control: [UInt8] = []

  /// The side that dials; `start` gives its request.
  ///
  /// - Parameter chance: Gives the key and each frame's mask; hard to guess outside tests.
  package init(
    dialing host: String, path: String = "/", subprotocol: String? = Self.subprotocol,
    limits: LinkLimits = .standard, chance: any RandomNumberGenerator & Sendable
  ) {
    var chance = chance
    let key = Handshake.key(using: &chance)
    self.init(
      Handshake(host: host, path: path, subprotocol: subprotocol, key: key), isClient: true,
      limits: limits, chance: chance)
  }

  /// The side that is dialled.
  package init(
    acceptingAt path: String = "/", subprotocol: String? = Self.subprotocol,
    limits: LinkLimits = .standard, chance: any RandomNumberGenerator & Sendable
  ) {
    self.init(
      Handshake(host: "", path: path, subprotocol: subprotocol), isClient: false, limits: limits,
      chance: chance)
  }

  private init(
    _ handshake: Handshake, isClient: Bool, limits: LinkLimits,
    chance: any RandomNumberGenerator & Sendable
  ) {
    self.handshake = handshake
    self.isClient = isClient
    self.limits = limits
    self.chance = chance
    frames = FrameReader(expectsMask: !isClient)
    state = .opening(
      HTTPHeadReader(byteLimit: limits.headBytes, fieldLimit: limits.headFields))
  }

  /// Whether messages may be sent.
  package var isOpen: Bool {
    switch state {
    case .open, .settling: true
    case .opening, .closing, .ended: false
    }
  }

  /// Whether the end waits for `settle`.
  package var isSettling: Bool { if case .settling = state { true } else { false } }

  /// Whether nothing more comes out.
  package var isEnded: Bool { if case .ended = state { true } else { false } }

  /// The code this side closes with, while it waits for the other to agree; else nil.
  package var closingCode: UInt16? { if case .closing(let code) = state { code } else { nil } }

  /// The first thing to do on a new connection: the request on the side that dials.
  package func start() -> [Action] { isClient ? [.send(handshake.request)] : [] }

  /// Takes what came in, all of it.
  ///
  /// Where messages and then the end came in one piece, the actions stop before the end, so that
  /// the messages can be answered as if they had come apart; `settle` gives the rest.
  package mutating func receive(_ bytes: ArraySlice<UInt8>) -> [Action] {
    var rest = bytes
    var actions: [Action] = []
    if case .opening(let reader) = state { open(reader, &rest, &actions) }
    if isSettling { return [] }
    if case .opening = state { return actions }
    let start = actions.count
    do throws(WebSocketFault) {
      while !isEnded, try step(&rest, &actions) {}
    } catch {
      fail(error, &actions)
    }
    if isEnded { delayEnd(&actions, from: start) }
    return actions
  }

  /// The actions of an end that waited for the messages before it to be answered.
  package mutating func settle() -> [Action] {
    guard case .settling(let actions) = state else { return [] }
    state = .ended
    return actions
  }

  private mutating func delayEnd(_ actions: inout [Action], from start: Int) {
    let last = actions[start...].lastIndex { action in
      switch action {
      case .message, .binary: true
      default: false
      }
    }
    guard let last else { return }
    state = .settling(Array(actions[(last + 1)...]))
    actions.removeSubrange((last + 1)...)
  }

  /// The frame of a text message; nil while or once the link is not open.
  ///
  /// The text must be valid UTF-8 and fit the other side's limit, which it knows by greeting.
  package mutating func frame(text: [UInt8]) -> [UInt8]? {
    isOpen ? frame(.text, text) : nil
  }

  /// The frame of a binary message, for whoever takes such; nil while or once it is not open.
  package mutating func frame(binary: [UInt8]) -> [UInt8]? {
    isOpen ? frame(.binary, binary) : nil
  }

  /// A question whether the other side lives; nil while or once the link is not open.
  package mutating func ping() -> [UInt8]? {
    isOpen ? frame(.ping, []) : nil
  }

  /// Begins to close; messages that come until the other side agrees are dropped.
  ///
  /// - Parameter code: One that may be sent; see `CloseCode`.
  package mutating func close(code: UInt16, reason: String = "") -> [Action] {
    precondition(CloseCode.isValid(code), "close code \(code) must not be sent")
    switch state {
    case .open:
      state = .closing(code: code)
      forget()
      return [.send(frame(.close, CloseCode.payload(code, reason)))]
    case .opening:
      state = .ended
      return [.ended(.closed(code: code))]
    case .settling: return settle()
    case .closing, .ended: return []
    }
  }

  // MARK: Opening

  private mutating func open(
    _ reader: HTTPHeadReader, _ rest: inout ArraySlice<UInt8>, _ actions: inout [Action]
  ) {
    var reader = reader
    do throws(LinkClosure) {
      guard let head = try read(&reader, &rest) else {
        state = .opening(reader)
        return
      }
      if isClient {
        try handshake.check(answer: head)
      } else {
        let key: String
        do { key = try handshake.check(request: head) } catch { throw .handshake(error) }
        actions.append(.send(handshake.answer(to: key)))
      }
      state = .open
      actions.append(.opened)
    } catch {
      state = .ended
      if !isClient, case .handshake(let fault) = error {
        actions.append(.send(Handshake.refusal(fault)))
      }
      actions.append(.ended(error))
    }
  }

  private func read(
    _ reader: inout HTTPHeadReader, _ rest: inout ArraySlice<UInt8>
  ) throws(LinkClosure) -> HTTPHead? {
    do throws(HTTPHeadReader.Fault) {
      while let byte = rest.popFirst() {
        let isFirstLine = reader.start == nil
        if let head = try reader.take(byte) { return head }
        // A stranger is told at its first line, not when its time is over.
        if isFirstLine, let start = reader.start { try check(start: start) }
      }
      return nil
    } catch {
      throw .handshake(error == .tooLarge ? .headTooLarge : .malformedHead)
    }
  }

  private func check(start: String) throws(HTTPHeadReader.Fault) {
    if isClient {
      guard start.hasPrefix("HTTP/") else { throw .malformed }
    } else {
      guard start.split(separator: " ").count == 3 else { throw .malformed }
    }
  }

  // MARK: Frames

  private var isClosing: Bool { closingCode != nil }

  /// Takes the next thing; false where that needs more bytes.
  private mutating func step(
    _ rest: inout ArraySlice<UInt8>, _ actions: inout [Action]
  ) throws(WebSocketFault) -> Bool {
    switch try frames.step(&rest) {
    case .nothing: return false
    case .begin(let frame): try begin(frame)
    case .payload(let frame, let bytes): try take(bytes, of: frame)
    case .end(let frame): try end(frame, &actions)
    }
    return true
  }

  private mutating func begin(_ frame: FrameHeader) throws(WebSocketFault) {
    if frame.opcode.isControl {
      control.removeAll(keepingCapacity: true)
      return
    }
    if isClosing { return }
    if frame.opcode == .binary, !limits.takesBinary { throw fault(.binary) }
    if frame.opcode != .continuation { isBinary = frame.opcode == .binary }
    fragments += 1
    guard fragments <= limits.fragments else {
      throw fault(.tooManyFragments(limit: limits.fragments))
    }
    let (total, overflow) = UInt64(message.count).addingReportingOverflow(frame.length)
    guard !overflow, total <= UInt64(limits.messageBytes) else {
      throw fault(
        .messageTooLarge(bytes: overflow ? .max : total, limit: limits.messageBytes))
    }
  }

  private mutating func take(
    _ bytes: MaskedBytes, of frame: FrameHeader
  ) throws(WebSocketFault) {
    if frame.opcode.isControl {
      bytes.append(to: &control)
      return
    }
    if isClosing { return }
    var index = message.count
    bytes.append(to: &message)
    if isBinary { return }
    // Loops by hand are several times as fast in builds without optimisation, which is how most
    // programs are inspected.
    let end = message.count
    while index < end {
      guard text.accepts(message[index]) else { throw fault(.invalidText) }
      index += 1
    }
  }

  private mutating func end(
    _ frame: FrameHeader, _ actions: inout [Action]
  ) throws(WebSocketFault) {
    switch frame.opcode {
    case .text, .continuation, .binary:
      guard frame.isFinal, !isClosing else { return }
      guard text.isComplete else { throw fault(.invalidText) }
      actions.append(isBinary ? .binary(message) : .message(message))
      forget()
    case .ping:
      if !isClosing { actions.append(.pong(self.frame(.pong, control))) }
    case .pong: break
    case .close: try takeClose(&actions)
    }
  }

  private mutating func takeClose(_ actions: inout [Action]) throws(WebSocketFault) {
    let (code, reason) = try closeContent()
    if case .closing(let own) = state {
      actions.append(.ended(.closed(code: own)))
    } else {
      let echo = code.map { CloseCode.payload($0, "") } ?? []
      actions.append(.send(frame(.close, echo)))
      actions.append(.ended(.closedByPeer(code: code, reason: reason)))
    }
    state = .ended
    forget()
  }

  private func closeContent() throws(WebSocketFault) -> (code: UInt16?, reason: String) {
    if control.isEmpty { return (nil, "") }
    guard control.count >= 2 else { throw fault(.truncatedClose) }
    let code = UInt16(control[0]) << 8 | UInt16(control[1])
    guard CloseCode.isValid(code) else { throw fault(.badCloseCode(code)) }
    guard let reason = String(validating: control[2...], as: UTF8.self) else {
      throw fault(.invalidCloseReason)
    }
    return (code, reason)
  }

  private mutating func fail(_ fault: WebSocketFault, _ actions: inout [Action]) {
    // Whoever has sent its close frame sends nothing more (section 5.5.1).
    if case .closing(let code) = state {
      actions.append(.ended(.closed(code: code)))
    } else {
      let payload = CloseCode.payload(fault.closeCode, fault.text)
      actions.append(.send(frame(.close, payload)))
      actions.append(.ended(.fault(fault)))
    }
    state = .ended
    forget()
  }

  private mutating func forget() {
    message = []
    fragments = 0
    text = UTF8Check()
  }

  private func fault(_ kind: WebSocketFault.Kind) -> WebSocketFault {
    WebSocketFault(kind, offset: frames.start)
  }

  private mutating func frame(_ opcode: FrameHeader.Opcode, _ payload: [UInt8]) -> [UInt8] {
    let mask = isClient ? UInt32(truncatingIfNeeded: chance.next()) : nil
    return FrameHeader.frame(opcode, payload, mask: mask)
  }
}
