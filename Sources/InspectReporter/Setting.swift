internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// A configuration that was understood: what is wrong in it is remarked, and does without.
struct Setting: Sendable {
  var mode: IdleMode
  var address: LinkAddress?
  /// How long the first scope waits, in milliseconds.
  var wait: Int
  var folder: String?
  var name: String?
  /// Whether writers wait for room in the history while an observer wants it.
  var isComplete = false
  /// What is to be said once, on standard error.
  var remarks: [String] = []
  /// Clock of the reporter.
  var now: @Sendable () -> Moment = { .now }
  /// How often it is looked whether the advertisement is still there: others sweep folders. A wake
  /// of 20 µs each half a minute cannot be measured.
  var lookEvery = Duration.seconds(30)
  /// Whether no thread is started: for tests of what needs none.
  var isAlone = false
  /// Pause between two flushes while things change.
  var flushEvery = Duration.milliseconds(50)

  /// Reads a configuration made by hand.
  init(_ configuration: ReporterConfiguration) {
    mode = configuration.mode
    folder = configuration.folder
    name = configuration.name
    isComplete = configuration.isComplete
    wait = min(max(configuration.wait, 0), ReporterLimits.waitMilliseconds)
    if let url = configuration.url { read(url: url) }
    settleMode()
  }

  /// Reads variables of the environment; one that makes no sense is as if it were not set.
  ///
  /// - Parameter program: Path of the program that this process runs, if that can be seen.
  init(program: String? = ProcessTable.ownProgram, variable: (String) -> String?) {
    #if DEBUG
      mode = .armed
    #else
      mode = .off
    #endif
    wait = 0
    folder = variable("BINDINSPECT_FOLDER").flatMap { $0.isEmpty ? nil : $0 }
    name = variable("BINDINSPECT_NAME").flatMap { $0.isEmpty ? nil : $0 }
    if let text = variable("BINDINSPECT"), !text.isEmpty {
      if let named = IdleMode(rawValue: text) {
        mode = named
      } else if text == Self.complete {
        readComplete(program, variable)
      } else {
        let names = IdleMode.allCases.map(\.rawValue).joined(separator: ", ")
        remarks.append(
          "BINDINSPECT is “\(display(text))”, none of \(names); taken as \(mode.rawValue)")
      }
    }
    if mode == .none { return }
    if let url = variable("BINDINSPECT_URL"), !url.isEmpty { read(url: url) }
    if let text = variable("BINDINSPECT_WAIT"), !text.isEmpty {
      if let milliseconds = Int(text), milliseconds >= 0 {
        wait = min(milliseconds, ReporterLimits.waitMilliseconds)
      } else {
        remarks.append("BINDINSPECT_WAIT is “\(display(text))”, no number of milliseconds")
      }
    }
    settleMode()
  }

  /// The setting of this process.
  static var fromEnvironment: Setting { Setting { Environment.value($0) } }

  /// In this mode the program waits for others: a test run may ask for that once, others twice.
  private static let complete = "complete"

  private mutating func readComplete(_ program: String?, _ variable: (String) -> String?) {
    mode = .armed
    isComplete = Self.isTestRun(program, variable) || variable("BINDINSPECT_COMPLETE") == "yes"
    if !isComplete {
      remarks.append(
        "BINDINSPECT is complete, which makes the program wait for its observers: it is for test "
          + "runs, or where BINDINSPECT_COMPLETE is yes too; taken as armed")
    }
  }

  /// Whether the process runs tests: `inspect-cli test` says so, and the test libraries are known by
  /// what they set or how they are called.
  private static func isTestRun(_ program: String?, _ variable: (String) -> String?) -> Bool {
    if variable("BINDINSPECT_TEST") != nil || variable("XCTestBundlePath") != nil { return true }
    let program = program?.split(separator: "/").last ?? ""
    return program.hasSuffix(".xctest") || program == "xctest"
      || program == "swiftpm-testing-helper"
  }

  private mutating func read(url: String) {
    do { address = try LinkAddress(url) } catch {
      remarks.append("BINDINSPECT_URL: \(display(error.text))")
    }
  }

  private mutating func settleMode() {
    guard mode == .flight else { return }
    mode = .armed
    remarks.append("mode flight keeps no file yet; taken as armed")
  }
}
