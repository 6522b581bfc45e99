import Foundation
import Synchronization
import Testing

@testable import InspectReporter

@Suite struct DirtyLists {
  // Made to meet: it is what finds a mark that is looked at before it is set; no sanitizer does.
  @Test func `a flush after each burst has told the last state`() {
    let reporter = Sample.reporter()
    reporter.noting.store(.attached, ordering: .relaxed)
    let probe = reporter.makeBinding(Sample.declaration())
    let meeting = Meeting()
    let writer = Workers(1) { _, _ in meeting.write(to: probe) }

    var (lost, total, told) = (0, 0, UInt(0))
    for burst in 1...30_000 {
      total += 1 + burst % 37
      meeting.asked.store(total, ordering: .releasing)
      while meeting.done.load(ordering: .acquiring) != total {
        reporter.dirtyList.takeAll { told = $0.updates.load(ordering: .relaxed) }
      }
      reporter.dirtyList.takeAll { told = $0.updates.load(ordering: .relaxed) }
      if told != UInt(total) { lost += 1 }
    }
    meeting.asked.store(-1, ordering: .releasing)
    writer.join()
    #expect(lost == 0)
  }

  @Test func `eight threads lose no last state`() {
    let reporter = Sample.reporter()
    reporter.noting.store(.attached, ordering: .relaxed)
    let probes = (0..<8).map { thread in
      (0..<16).map { reporter.makeBinding(Sample.declaration(line: thread * 16 + $0)) }
    }
    let writers = Workers(8) { number, _ in
      for burst in 1...2_000 {
        for probe in probes[number] {
          for _ in 0..<burst % 7 { probe.delivered(isNew: true, from: WritePlace()) }
        }
      }
    }
    let observer = LastTold()
    let flusher = Workers(1) { _, workers in
      while !workers.isStopped { observer.flush(reporter) }
      observer.flush(reporter)
    }
    writers.join()
    flusher.stop()
    let wrong = probes.joined().count {
      observer.updates[$0.id] != $0.updates.load(ordering: .relaxed)
    }
    #expect(wrong == 0)
  }

  @Test func `a slot is in the list once, however often it changes`() {
    let reporter = Sample.reporter()
    reporter.noting.store(.attached, ordering: .relaxed)
    let probe = reporter.makeBinding(Sample.declaration())
    for _ in 0..<1_000 { probe.delivered(isNew: true, from: WritePlace()) }
    var taken = 0
    reporter.dirtyList.takeAll { _ in taken += 1 }
    #expect(taken == 1)
  }
}

private final class Meeting: Sendable {
  let asked = Atomic<Int>(0)
  let done = Atomic<Int>(0)

  func write(to probe: Probe) {
    var count = 0
    while true {
      let total = asked.load(ordering: .acquiring)
      if total < 0 { return }
      while count < total {
        probe.delivered(isNew: true, from: WritePlace())
        count += 1
      }
      done.store(count, ordering: .releasing)
    }
  }
}

// One thread flushes; who joined it reads after.
private final class LastTold: @unchecked Sendable {
  private(set) var updates: [BindingID: UInt] = [:]

  func flush(_ reporter: Reporter) {
    reporter.dirtyList.takeAll { updates[$0.id] = $0.updates.load(ordering: .relaxed) }
  }
}
