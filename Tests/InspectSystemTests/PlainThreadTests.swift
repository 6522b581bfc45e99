import Glibc
import InspectSystem
import TestSupport
import Testing

@Suite struct `Plain thread` {
  /// What the body gives, once it has run on a plain thread.
  private func onThread<Result: Sendable>(
    name: String = "test", stackBytes: Int = 256 << 10, _ body: @escaping @Sendable () -> Result
  ) throws -> Result {
    let found = Lock<Result?>(nil)
    try PlainThread.start(name: name, stackBytes: stackBytes) {
      let result = body()
      found.withLock { $0 = result }
    }
    try eventuallyHere("the thread runs") { found.withLock { $0 != nil } }
    return try #require(found.withLock { $0 })
  }

  @Test func `runs on another thread with its name`() throws {
    let (number, name) = try onThread(name: "a-name") { (pthread_self(), PlainThread.current) }
    #expect(number != pthread_self())
    #expect(name.hasPrefix("a-name ("))
  }

  @Test func `a name that is too long is cut`() throws {
    let name = try onThread(name: "a-name-that-is-too-long") { PlainThread.current }
    #expect(name.hasPrefix("a-name-that-is- ("))
  }

  @Test func `blocks every signal, and its maker's mask stays as it was`() throws {
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &before)
    let open = try onThread {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return (1..<32).filter { $0 != SIGKILL && $0 != SIGSTOP && sigismember(&mask, $0) == 0 }
    }
    #expect(open == [])
    var after = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &after)
    #expect((1..<32).allSatisfy { sigismember(&before, $0) == sigismember(&after, $0) })
  }

  @Test func `what the body holds is let go when it ends`() throws {
    final class Token: Sendable {}
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      try PlainThread.start(name: "test") { withExtendedLifetime(token) {} }
    }
    try eventuallyHere("the token is gone") { seen == nil }
  }

  @Test func `a stack that cannot be had is an error`() {
    #expect(throws: SystemError.self) {
      try PlainThread.start(name: "test", stackBytes: 1 << 60) {}
    }
  }
}
