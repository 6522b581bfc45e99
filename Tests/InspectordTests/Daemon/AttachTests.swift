import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct DaemonAttaching {
  static let own = Environment.ownPID

  @Test func `a process is attached by pid, by name and by instance`() async throws {
    for selector in [.pid(Self.own), .name("fake"), .instance(InstanceID(high: 5, low: 1))]
      as [ProcessSelector]
    {
      try await withDaemon { _, folder in
        let runtime = try FakeRuntime(in: folder)
        let observer = try DaemonPeer.observer(folder)
        let entry = try #require(try observer.attach(selector).entry)
        #expect(entry.facts.instance == runtime.facts.instance)
        #expect(entry.counts == Counts(red: 1))
        try await eventually("the process hears what is wanted") {
          runtime.wants.contains { $0 >= .status }
        }
        #expect(try observer.attach(selector).entry?.facts.pid == Self.own)
        #expect(runtime.links == 1)
        try runtime.stop()
      }
    }
  }

  @Test func `a lost link is dialled again`() async throws {
    try await withDaemon { _, folder in
      let runtime = try FakeRuntime(in: folder)
      let observer = try DaemonPeer.observer(folder)
      _ = try observer.attach(.name("fake"))
      for links in 2...4 {
        runtime.hangUp()
        try await eventually("link \(links)") {
          try runtime.links == links && observer.processes().first?.state == .live
        }
      }
      #expect(try observer.processes().first?.counts == Counts(red: 1))
      try runtime.stop()
    }
  }

  @Test func `a process that is gone is shown as ended, with how`() async throws {
    try await withDaemon { _, folder in
      let runtime = try FakeRuntime(in: folder)
      let observer = try DaemonPeer.observer(folder)
      _ = try observer.attach(.name("fake"))
      try runtime.stop()
      try await eventually("its end") {
        if case .ended(let how, _)? = try observer.processes().first?.state {
          return how == "gone without a word"
        }
        return false
      }
    }
  }

  @Test func `a detached process is let go and not dialled again`() async throws {
    try await withDaemon { _, folder in
      let runtime = try FakeRuntime(in: folder)
      let observer = try DaemonPeer.observer(folder)
      _ = try observer.attach(.name("fake"))
      let answer = try observer.ask { .detach(DetachRequest(id: $0, process: .name("fake"))) }
      guard case .result = answer else {
        Issue.record("\(answer)")
        return
      }
      _ = try observer.attach(.name("fake"))
      #expect(runtime.links == 2)
      try runtime.stop()
    }
  }

  @Test func `a process that refuses says why`() async throws {
    try await withDaemon { _, folder in
      var manner = FakeRuntime.Manner()
      manner.closes = (1_008, "another daemon is attached")
      let runtime = try FakeRuntime(manner, in: folder)
      let failure = try DaemonPeer.observer(folder).attach(.name("fake")).failure
      #expect(failure?.code == .refused)
      #expect(failure?.text.contains("another daemon is attached") == true)
      try runtime.stop()
    }
  }

  @Test func `a process that does not answer is given up in time`() async throws {
    try await withDaemon { _, folder in
      var manner = FakeRuntime.Manner()
      manner.greets = false
      let runtime = try FakeRuntime(manner, in: folder)
      let failure = try DaemonPeer.observer(folder).attach(.name("fake")).failure
      #expect([.notResponding, .refused].contains(failure?.code))
      try runtime.stop()
    }
  }

  // A2
  @Test func `what cannot be attached is told by its own code`() async throws {
    try await withDaemon { _, folder in
      let observer = try DaemonPeer.observer(folder)
      #expect(try observer.attach(.pid(.max)).failure?.code == .noSuchProcess)
      #expect(try observer.attach(.pid(-1)).failure?.code == .noSuchProcess)
      #expect(try observer.attach(.name("nobody")).failure?.code == .noSuchProcess)
      try await withProgram("/bin/sleep", ["60"]) { program in
        let failure = try observer.attach(.pid(program.pid)).failure
        #expect(failure?.code == .notInspectable)
      }
      try await withProgram("/bin/sleep", ["60"], environment: ["BINDINSPECT": "none"]) { program in
        // Until the new program runs, the kernel shows the variables of the one that starts it.
        try await eventually("the program has its variables") {
          ProcessTable.variable("BINDINSPECT", of: program.pid) == "none"
        }
        let failure = try observer.attach(.pid(program.pid)).failure
        #expect(failure?.code == .switchedOff)
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `another user's process is not ours to look into`() async throws {
    try await withDaemon { _, folder in
      let observer = try DaemonPeer.observer(folder)
      let words = ["--reuid", "65534", "--regid", "65534", "--clear-groups", "/bin/sleep", "60"]
      try await withProgram("/usr/bin/setpriv", words) { program in
        try await eventually("it runs as another user") {
          ProcessTable.entry(of: program.pid)?.user == 65_534
        }
        let failure = try observer.attach(.pid(program.pid)).failure
        #expect(failure?.code == .notPermitted)
      }
    }
  }

  @Test func `a name nearby is named`() async throws {
    try await withDaemon { _, folder in
      let runtime = try FakeRuntime(in: folder)
      let failure = try DaemonPeer.observer(folder).attach(.name("fakee")).failure
      #expect(failure?.remedy.contains("fake") == true)
      try runtime.stop()
    }
  }
}
