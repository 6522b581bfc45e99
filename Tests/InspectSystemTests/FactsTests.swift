import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct `System clock` {
  @Test func `never steps back`() {
    var last = SystemClock.monotonicMicroseconds
    for _ in 0..<10_000 {
      let now = SystemClock.monotonicMicroseconds
      #expect(now >= last)
      last = now
    }
  }

  @Test func `tells the time of day`() {
    let own = Double(SystemClock.wallMicroseconds) / 1_000_000
    #expect(abs(own - Date().timeIntervalSince1970) < 5)
  }
}

@Suite struct `System random` {
  @Test func `gives other bits every time`() {
    var chance = SystemRandom()
    #expect(Set((0..<1_000).map { _ in chance.next() }).count == 1_000)
  }
}

@Suite struct `Environment of the process` {
  @Test func `tells variables and what is not set`() async {
    await #expect(processExitsWith: .success) {
      setenv("BINDINSPECT_TEST", "a=b", 1)
      guard Environment.value("BINDINSPECT_TEST") == "a=b",
        Environment.all().contains("BINDINSPECT_TEST=a=b")
      else { exit(3) }
      unsetenv("BINDINSPECT_TEST")
      exit(Environment.value("BINDINSPECT_TEST") == nil ? 0 : 4)
    }
  }

  @Test func `tells number and host`() {
    #expect(Environment.ownPID == getpid())
    #expect(Environment.hostName == ProcessInfo.processInfo.hostName)
  }
}

@Suite struct `Loaded module` {
  @Test func `finds the file of a code address and its build id`() throws {
    // Looked up in the library itself: a sanitizer puts functions of its own before many.
    let library = try #require(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD))
    defer { dlclose(library) }
    let symbol = try #require(dlsym(library, "fork"))
    let module = LoadedModule(of: UInt(bitPattern: symbol))
    #expect(module.path.hasSuffix("/libc.so.6"))
    #expect(module.buildID.utf8.count == 40)
    #expect(module.offset > 0)
  }

  @Test func `an address outside of all is the program's, unchanged`() {
    let module = LoadedModule(of: 1)
    #expect(module.offset == 1)
    #expect(module.buildID == "")
  }
}

@Suite struct `Standard streams` {
  @Test func `closed ones are filled so that no file gets their number`() async {
    await #expect(processExitsWith: .success) {
      close(0)
      close(1)
      StandardStreams.occupy()
      let number = open("/dev/null", O_RDONLY)
      exit(number > 2 && fcntl(0, F_GETFD) >= 0 && fcntl(1, F_GETFD) >= 0 ? 0 : 3)
    }
  }
}
