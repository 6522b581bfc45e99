import Glibc
import InspectSystem
import Testing

/// Real forks, each in a process of its own.
@Suite struct Forks {
  @Test func `a lock that watches forks is free and whole on both sides`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let lock = Lock(41)
      lock.watchForks()
      lock.watchForks()
      let child = forkForReal()
      let value = lock.withLock { state in
        state += 1
        return state
      }
      guard !lock.isTorn else { exit(2) }
      if child == 0 { _exit(Int32(value)) }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `a lock that another thread held is usable in the child, and said to be torn`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let lock = Lock(0)
      lock.watchForks()
      let isHeld = Gate()
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
        _exit(lock.isTorn ? 42 : 1)
      }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `a lock that goes away is watched no more`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      for _ in 0..<1_000 { Lock(0).watchForks() }
      let lock = Lock(0)
      lock.watchForks()
      let child = forkForReal()
      if child == 0 { _exit(lock.isTorn ? 1 : 42) }
      exit(Spawn.wait(for: child))
    }
  }

  @Test func `generations of processes are counted`() async {
    await #expect(processExitsWith: .exitCode(2)) {
      Lock(0).watchForks()
      let before = ForkCount.current
      let child = forkForReal()
      if child == 0 {
        let grandchild = forkForReal()
        if grandchild == 0 { _exit(Int32(ForkCount.current - before)) }
        _exit(Spawn.wait(for: grandchild))
      }
      guard ForkCount.current == before else { exit(9) }
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
