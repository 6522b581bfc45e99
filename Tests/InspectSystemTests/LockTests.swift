import InspectSystem
import TestSupport
import Testing

@Suite struct LockTests {
  @Test func `lets one thread at a time change its state`() throws {
    let count = Lock(0)
    let finished = Lock(0)
    for _ in 0..<4 {
      try PlainThread.start(name: "counts") {
        for _ in 0..<50_000 { count.withLock { $0 += 1 } }
        finished.withLock { $0 += 1 }
      }
    }
    try eventuallyHere("all have counted") { finished.withLock { $0 } == 4 }
    #expect(count.withLock { $0 } == 200_000)
  }

  @Test func `is let go when the body throws`() {
    struct Thrown: Error {}
    let lock = Lock(1)
    #expect(throws: Thrown.self) { try lock.withLock { _ in throw Thrown() } }
    #expect(lock.withLock { $0 } == 1)
  }

  @Test func `held by hand it keeps others out until it is let go`() throws {
    let lock = Lock(1)
    let entered = Gate()
    lock.hold()
    try PlainThread.start(name: "waits") {
      lock.withLock { $0 += 1 }
      entered.open()
    }
    #expect(!entered.wait(milliseconds: 5))
    lock.letGo()
    #expect(entered.wait(milliseconds: 30_000))
    #expect(lock.withLock { $0 } == 2)
  }
}

@Suite struct GateTests {
  @Test func `lets nobody pass before it opens, and all after`() throws {
    let gate = Gate()
    #expect(!gate.wait(milliseconds: 5))
    let passed = Lock(0)
    for _ in 0..<3 {
      try PlainThread.start(name: "waits") {
        if gate.wait(milliseconds: 30_000) { passed.withLock { $0 += 1 } }
      }
    }
    gate.open()
    try eventuallyHere("all pass") { passed.withLock { $0 } == 3 }
    #expect(gate.wait(milliseconds: 0))
  }
}
