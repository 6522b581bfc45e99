public import InspectWire

/// How a reporter works; the shared one takes it from the environment.
public struct ReporterConfiguration: Hashable, Sendable {
  /// What is noted while nobody is attached.
  public var mode: IdleMode
  /// Daemon to dial: `unix:/absolute/path` or `ws://127.0.0.1:PORT`; nil waits to be attached to.
  public var url: String?
  /// Milliseconds that the first scope waits for the daemon to know all that follows; at most
  /// 10,000, and only where there is a `url`.
  public var wait: Int
  /// Runtime folder in which the process can be found; nil means the user's.
  public var folder: String?
  /// Name of the process for people; nil means the program's.
  public var name: String?
  /// Whether the program waits rather than losing history while an observer wants it: mode
  /// `complete`, for test runs. A wait ends after 5 s in which nothing was taken.
  public var isComplete: Bool

  /// Takes the parts as they are.
  public init(
    mode: IdleMode = .armed, url: String? = nil, wait: Int = 0, folder: String? = nil,
    name: String? = nil, isComplete: Bool = false
  ) {
    self.mode = mode
    self.url = url
    self.wait = wait
    self.folder = folder
    self.name = name
    self.isComplete = isComplete
  }
}
