import CForking
import Foundation
import InspectReporter

/// A program that tells all it can know of itself, with bindings made on the way: what it prints and
/// how it ends must be the same whether or not it can be inspected.
enum Tale {
  static func tell() -> Never {
    say("begins with \(CommandLine.arguments.count) words")
    facts("before")
    let scope = Reporter.shared.makeScope(name: "window")
    var declaration = InspectedProgram.declaration
    declaration.scope = scope
    let probes = (0..<20).map { _ in Reporter.shared.makeBinding(declaration) }
    for probe in probes {
      probe.change(to: Verdict(.red, step: .owner, reasons: [Reason(.ownerNotFound)]))
    }
    complain("red")
    // Long enough for the reporter's thread to have tried all it tries at first.
    usleep(300_000)
    facts("after")
    for probe in probes { probe.change(to: Verdict(.green)) }
    say("colours \(Set(probes.map { "\($0.colour)" }))")
    child()
    for probe in probes.prefix(10) { probe.end() }
    say("reads \(readLine() ?? "nothing")")
    facts("at the end")
    _ = atexit { Tale.say("handler") }
    exit(7)
  }

  private static func child() {
    let child = test_fork()
    if child == 0 {
      say("child")
      _exit(3)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    say("child ended with \(status)")
  }

  // What a program can find out about itself without asking for its threads.
  private static func facts(_ when: String) {
    let numbers = (0..<64).filter { fcntl($0, F_GETFD) >= 0 }
    say("\(when): descriptors \(numbers)")
    let mask = umask(0)
    umask(mask)
    var blocked = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &blocked)
    let masked = (1..<32).filter { sigismember(&blocked, Int32($0)) == 1 }
    let handled = (1..<32).filter { number in
      var action = sigaction()
      sigaction(Int32(number), nil, &action)
      return action.__sigaction_handler.sa_handler != nil
    }
    say("\(when): mask \(mask), blocked \(masked), handled \(handled)")
    say("\(when): in \(FileManager.default.currentDirectoryPath), \(environ.count) variables")
    var limit = rlimit()
    for (name, number) in [("files", RLIMIT_NOFILE), ("size", RLIMIT_FSIZE), ("space", RLIMIT_AS)] {
      getrlimit(__rlimit_resource_t(number.rawValue), &limit)
      say("\(when): \(name) \(limit.rlim_cur)")
    }
    var timer = itimerval()
    getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
    say("\(when): timer \(timer.it_value.tv_sec > 0), child of \(getppid() > 0)")
  }

  private static var environ: [String] {
    Array(ProcessInfo.processInfo.environment.keys.filter { $0 != "BINDINSPECT" })
  }

  static func say(_ line: String) { print(1, line) }

  private static func complain(_ line: String) { print(2, line) }

  private static func print(_ stream: Int32, _ line: String) {
    _ = write(stream, line + "\n", line.utf8.count + 1)
  }
}
