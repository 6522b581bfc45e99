import CForking
import Foundation
import InspectReporter

/// A program that is inspected, for tests of what that must not change; one argument says what it
/// does. What it finds it writes to the file named by the second, a line each.
@main
enum InspectedProgram {
  static func main() {
    // In a root folder without `/proc` Swift finds no arguments.
    if getenv("TELL_A_TALE") != nil { Tale.tell() }
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { exit(64) }
    let report = Report(path: arguments[2])
    end(after: lifetime)
    switch arguments[1] {
    case "descriptors": descriptors(report)
    case "closefrom": closeFrom(report)
    case "limit": limit(report)
    case "signals": signals(report)
    case "pipe": pipe(report)
    case "exit": leave(report)
    case "umask": umask(report)
    case "tale": Tale.tell()
    case "tale-without-sockets":
      guard test_forbid_sockets() == 0 else { exit(64) }
      Tale.tell()
    case "fork": Forks.one(report)
    case "forks": Forks.many(report)
    case "memory": Memory.run(report)
    default: exit(64)
    }
  }

  // MARK: Each of them

  private static func descriptors(_ report: Report) {
    let before = openDescriptors
    report.say("lowest \(lowest)")
    inspect()
    report.say("lowest \(lowest)")
    report.say(before == openDescriptors ? "same" : "other: \(before) \(openDescriptors)")
    waitForever(report)
  }

  private static func closeFrom(_ report: Report) {
    inspect()
    test_close_from(3)
    // Whatever gets the numbers now is the program's, and must not be touched.
    let files = (0..<8).map { _ in open("/dev/null", O_RDWR) }
    _ = Reporter.shared.makeScope(name: "after")
    report.say("\(files)")
    waitForever(report)
  }

  private static func limit(_ report: Report) {
    // The last one that may be open.
    let file = open(report.path, O_WRONLY | O_CREAT, 0o600)
    var few = rlimit(rlim_cur: rlim_t(file) + 1, rlim_max: rlim_t(file) + 1)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
    let probe = Reporter.shared.makeBinding(declaration)
    probe.change(to: Verdict(.green))
    usleep(100_000)
    _ = write(file, "\(probe.colour)\n", 6)
  }

  private static func signals(_ report: Report) {
    let before = SignalFacts()
    inspect()
    report.say(before == SignalFacts() ? "same" : "\(before) \(SignalFacts())")
    waitForever(report)
  }

  private static func pipe(_ report: Report) {
    inspect()
    var ends: [Int32] = [0, 0]
    Glibc.pipe(&ends)
    close(ends[0])
    report.say("writes")
    _ = write(ends[1], "x", 1)
    report.say("still there")
  }

  private static func leave(_ report: Report) {
    inspect()
    _ = atexit { Report(path: CommandLine.arguments[2]).say("handler") }
    exit(7)
  }

  private static func umask(_ report: Report) {
    Glibc.umask(0)
    inspect()
    report.say("umask \(String(Glibc.umask(0), radix: 8))")
    waitForever(report)
  }

  // MARK: Means

  /// Seconds after which it ends in any case: a test that fails leaves nothing behind.
  static let lifetime: UInt32 = 300

  /// Has the process end by a signal so many seconds from now, whatever it inherited as blocked.
  static func end(after seconds: UInt32) {
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
    alarm(seconds)
  }

  static let declaration = BindingDeclaration(
    place: .source(file: "InspectedProgram.swift", line: 1), keyPath: "employee.name",
    source: Endpoint(owner: "Employee", property: "name", valueType: "String"),
    target: Endpoint(owner: "Label", property: "text", valueType: "String"))

  /// Makes the program inspectable, and waits until it is.
  static func inspect() {
    _ = Reporter.shared.makeScope(name: "window")
    waitForAdvertisement()
  }

  static func waitForAdvertisement() {
    let folder = ProcessInfo.processInfo.environment["BINDINSPECT_FOLDER"] ?? ""
    for _ in 0..<10_000 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if names.contains(where: { $0.hasPrefix("\(getpid())-") && $0.hasSuffix(".json") }) { return }
      usleep(1_000)
    }
  }

  static func waitForever(_ report: Report) -> Never {
    report.say("ready")
    while true { pause() }
  }

  private static var openDescriptors: [String] {
    (0..<1_024).filter { fcntl($0, F_GETFD) >= 0 }.map { String($0) }
  }

  private static var lowest: Int32 {
    let number = open("/dev/null", O_RDONLY)
    close(number)
    return number
  }
}

/// What a program can know of its signals.
struct SignalFacts: Equatable {
  private let lines: [String]

  init() {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    lines = text.split(separator: "\n").filter { $0.hasPrefix("Sig") || $0.hasPrefix("Shd") }
      .filter { !$0.hasPrefix("SigQ") }.map(Self.withoutLibrarys)
  }
}

extension SignalFacts {
  // Signals 32 and 33 are the C library's own: it handles 33 from the first thread on, whoever
  // starts it.
  private static func withoutLibrarys(_ line: Substring) -> String {
    let parts = line.split(separator: "\t")
    guard parts.count == 2, let bits = UInt64(parts[1], radix: 16) else { return String(line) }
    return "\(parts[0]) \(String(bits & ~(3 << 31), radix: 16))"
  }
}

/// A file to which lines are added, whatever streams there are.
struct Report {
  let path: String

  func say(_ line: String) {
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    _ = write(number, line + "\n", line.utf8.count + 1)
    close(number)
  }
}
