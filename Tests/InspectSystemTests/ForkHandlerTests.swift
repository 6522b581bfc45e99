import Glibc
import InspectSystem
import Testing

/// Real forks, each in a process of its own.
@Suite struct `Fork handler` {
  @Test func `its bodies run around the fork, each where it belongs`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let steps = Lock<[String]>([])
      ForkHandler.install(
        before: { steps.withLock { $0.append("before") } },
        inParent: { steps.withLock { $0.append("parent") } },
        inChild: { steps.withLock { $0.append("child") } })
      let child = forkForReal()
      if child == 0 {
        _exit(steps.withLock { $0 } == ["before", "child"] ? 42 : 1)
      }
      guard steps.withLock({ $0 }) == ["before", "parent"] else { exit(2) }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `several are installed side by side`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let count = Lock<Int32>(0)
      for _ in 0..<3 { ForkHandler.install { count.withLock { $0 += 1 } } }
      let child = forkForReal()
      if child == 0 { _exit(count.withLock { $0 }) }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `a lock that another thread held is usable in the child`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let lock = Lock(0)
      let isHeld = Gate()
      ForkHandler.install { lock.resetAfterFork() }
      try PlainThread.start(name: "holder") {
        lock.withLock { _ in
          isHeld.open()
          sleep(1_000)
        }
      }
      _ = isHeld.wait(milliseconds: 30_000)
      let child = forkForReal()
      if child == 0 {
        lock.withLock { $0 += 1 }
        _exit(42)
      }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `a held lock stays the parent's when the child closes its copy`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      var template = Array("/tmp/bi-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { exit(2) }
      let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      defer { rmdir(folder) }
      let path = folder + "/a.lock"
      defer { unlink(path) }
      guard let lock = try HeldLock.take(path) else { exit(3) }
      let child = forkForReal()
      if child == 0 {
        lock.abandonAfterFork()
        _exit(HeldLock.isHeld(path: path) ? 42 : 1)
      }
      let status = Spawn.wait(for: child)
      guard HeldLock.isHeld(path: path) else { exit(4) }
      _ = consume lock
      unlink(path)
      rmdir(folder)
      exit(status)
    }
  }
}

/// `fork`, which Swift hides because what it does to threads is rarely wanted.
func forkForReal() -> Int32 {
  typealias Fork = @convention(c) () -> Int32
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  return unsafeBitCast(symbol, to: Fork.self)()
}
