internal import InspectWire

/// What happened to the link of a stream that is followed, in words.
enum LinkNews {
  case silent(sinceWall: Int64)
  case heard
  case gone
  case back

  /// Nil for news that are not of the link.
  init?(_ news: Following.News) {
    switch news {
    case .silent(let since): self = .silent(sinceWall: since)
    case .heard: self = .heard
    case .gone: self = .gone
    case .back: self = .back
    case .message, .late, .interrupted: return nil
    }
  }

  /// As a line of its own.
  func note(_ clock: Clock) -> Note {
    switch self {
    case .silent(let since): Note(stream: 0, kind: "stale", text: Self.silence(since, clock))
    case .heard: Note(stream: 0, kind: "heard", text: "the daemon speaks again")
    case .gone: Note(stream: 0, kind: "gone", text: Self.retrying)
    case .back: Note(stream: 0, kind: "back", text: "the daemon is back")
    }
  }

  /// As words that stand as long as they are true; nil while all is well.
  func lasting(_ clock: Clock) -> String? {
    switch self {
    case .silent(let since): Self.silence(since, clock)
    case .gone: Self.retrying
    case .heard, .back: nil
    }
  }

  private static let retrying = "daemon gone, retrying"

  private static func silence(_ since: Int64, _ clock: Clock) -> String {
    "stale since \(clock.time(since)): the daemon does not answer"
  }
}
