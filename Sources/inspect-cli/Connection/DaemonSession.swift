internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// A greeted link to the daemon of a runtime folder: requests with one answer each, and streams.
final class DaemonSession {
  /// What the daemon's file says of it.
  let daemon: DaemonFile
  /// What the daemon said of itself.
  let welcome: Welcome

  private let client: LinkClient
  private var encoder: MessageEncoder
  private var decoder: MessageDecoder
  private var lastID: UInt64 = 0
  private var waiting: [Message] = []

  // MARK: Opening

  /// Connects to the daemon of a folder.
  ///
  /// - Throws: `Complaint` of status `noDaemon` where none runs.
  static func open(_ folder: RuntimeFolder) throws(Complaint) -> DaemonSession {
    guard let session = try openIfRunning(folder) else { throw .noDaemon(folder) }
    return session
  }

  /// Connects to the daemon of a folder; nil where none runs.
  static func openIfRunning(_ folder: RuntimeFolder) throws(Complaint) -> DaemonSession? {
    guard let file = try DaemonWatch(folder).settled() else { return nil }
    return try DaemonSession(file)
  }

  /// Connects to a daemon and greets it.
  ///
  /// - Parameter waker: What a signal writes to, where that is known already.
  init(_ daemon: DaemonFile, waker: Waker? = nil) throws(Complaint) {
    self.daemon = daemon
    do {
      client = try LinkClient(
        dialing: .unix(daemon.socket), limits: CLILimits.link, waker: waker)
    } catch {
      throw Complaint(error, wasOpen: false)
    }
    (encoder, decoder) = (MessageEncoder(), MessageDecoder())
    welcome = try Self.greet(client, &encoder, &decoder)
  }

  private static func greet(
    _ client: LinkClient, _ encoder: inout MessageEncoder, _ decoder: inout MessageDecoder
  ) throws(Complaint) -> Welcome {
    let hello = Hello(role: .observer, implementation: Implementation.name)
    try send(.hello(hello), over: client, &encoder)
    let limit = client.now.after(.microseconds(CLILimits.answerMicroseconds))
    while true {
      switch try next(on: client, &decoder, until: limit) {
      case .welcome(let welcome)?:
        guard VersionRange.own.includes(welcome.version) else { throw .version(welcome.version) }
        return welcome
      case .reject(let reject)?: throw Complaint(reject)
      case nil: throw .silent
      default: continue
      }
    }
  }

  /// Says goodbye, so that the daemon does not have to find out.
  func close() { client.close() }

  // MARK: Requests

  /// Every process that the daemon knows.
  func processes() throws(Complaint) -> [ProcessEntry] {
    let id = try request { .list(ListRequest(id: $0)) }
    while true {
      switch try answer(to: id) {
      case .processes(let list): return list.entries
      default: continue
      }
    }
  }

  /// Asks and waits for the one answer.
  ///
  /// - Parameter patience: Microseconds that the daemon has.
  /// - Throws: `Complaint` where it could not be done.
  func ask(
    patience: Int64 = CLILimits.answerMicroseconds, _ message: (UInt64) -> Message
  ) throws(Complaint) -> Answer.Content {
    let id = try request(message)
    while true {
      if case .result(let answer) = try answer(to: id, patience: patience) {
        return answer.content
      }
    }
  }

  /// Asks several things at once and waits until each is answered, one way or the other.
  ///
  /// What else comes meanwhile is passed over, so nothing may be subscribed to.
  func askAll(
    patience: Int64, _ messages: [(UInt64) -> Message]
  ) throws(Complaint) {
    var open: Set<UInt64> = []
    for message in messages { open.insert(try request(message)) }
    let limit = client.now.after(.microseconds(patience))
    while !open.isEmpty {
      switch try next(until: limit) {
      case .late, .interrupted: return
      case .ended(let closure): throw Complaint(closure, wasOpen: true)
      case .message(.result(let answer)): open.remove(answer.id)
      case .message(.error(let failure)): if let id = failure.id { open.remove(id) }
      case .message: continue
      }
    }
  }

  /// Sends a message under a new number.
  func request(_ message: (UInt64) -> Message) throws(Complaint) -> UInt64 {
    lastID += 1
    try Self.send(message(lastID), over: client, &encoder)
    return lastID
  }

  /// The next message that answers a request.
  private func answer(
    to id: UInt64, patience: Int64 = CLILimits.answerMicroseconds
  ) throws(Complaint) -> Message {
    let limit = client.now.after(.microseconds(patience))
    while true {
      guard let message = try Self.next(on: client, &decoder, until: limit) else { throw .silent }
      switch message {
      case .result(let answer) where answer.id == id: return message
      case .processes(let list) where list.id == id: return message
      case .error(let failure) where failure.id == id || failure.id == nil:
        throw Complaint(failure)
      default: continue
      }
    }
  }

  // MARK: Streams

  /// What came of waiting on a stream.
  enum Event {
    case message(Message)
    case late
    /// A signal asked the program to end.
    case interrupted
    /// There is no link any more.
    case ended(LinkClosure)
  }

  /// The next message, whatever it is.
  func next(until limit: Moment?) throws(Complaint) -> Event {
    if let message = waiting.popLast() { return .message(message) }
    while true {
      let next: LinkClient.Next
      do { next = try client.next(until: limit) } catch { return .ended(error) }
      switch next {
      case .late: return .late
      case .woken: return .interrupted
      case .message(let frame):
        if let message = try Self.decode(frame, &decoder) { return .message(message) }
      }
    }
  }

  /// The time by which waiting is measured.
  var now: Moment { client.now }

  /// When the daemon was heard last, while it owes an answer; nil while all is well.
  var silentSince: Moment? { client.silentSince }

  /// Makes `next` return `interrupted`; a signal handler may write to it.
  var waker: Waker { client.waker }

  /// Makes a message the next one again.
  func putBack(_ message: Message) { waiting.append(message) }

  // MARK: Bytes

  private static func send(
    _ message: Message, over client: LinkClient, _ encoder: inout MessageEncoder
  ) throws(Complaint) {
    let limit = client.now.after(.microseconds(CLILimits.answerMicroseconds))
    for frame in encoder.encode(message) {
      do { try client.send(frame, until: limit) } catch { throw Complaint(error, wasOpen: true) }
    }
  }

  private static func next(
    on client: LinkClient, _ decoder: inout MessageDecoder, until limit: Moment
  ) throws(Complaint) -> Message? {
    while true {
      let next: LinkClient.Next
      do { next = try client.next(until: limit) } catch { throw Complaint(error, wasOpen: true) }
      switch next {
      case .late, .woken: return nil
      case .message(let frame):
        if let message = try decode(frame, &decoder) { return message }
      }
    }
  }

  private static func decode(
    _ frame: [UInt8], _ decoder: inout MessageDecoder
  ) throws(Complaint) -> Message? {
    do {
      return try decoder.decode(frame)
    } catch {
      // Newer daemons may say more than this version understands.
      if case .unknownKind = error.kind { return nil }
      throw Complaint(
        .refused, "The daemon sent a message that is malformed: \(error.text).",
        remedy: "Use inspectord and inspect-cli of one version: `inspect-cli stop`, then try again."
      )
    }
  }
}
