import Foundation
import Testing

/// The program of tests, run as a process of its own; ended with the test.
final class Subject {
  let folder: TemporaryFolder
  private let process = Process()

  /// - Parameter closedStreams: Whether it is started without its three streams.
  init(
    _ what: String, folder: TemporaryFolder = TemporaryFolder(), closedStreams: Bool = false,
    environment: [String: String] = [:], errorsTo file: String? = nil
  ) throws {
    self.folder = folder
    var variables = ProcessInfo.processInfo.environment
    variables["BINDINSPECT_FOLDER"] = folder.path
    // The thread sanitizer would end a forked child that starts a thread.
    variables["TSAN_OPTIONS"] = "die_after_fork=0"
    variables.merge(environment) { $1 }
    process.environment = variables
    let program = Self.program
    if closedStreams {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let command = "exec '\(program)' \(what) '\(report)' <&- >&- 2>&-"
      process.arguments = ["-c", command]
    } else {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [what, report]
      process.standardOutput = FileHandle.nullDevice
      if let file {
        _ = FileManager.default.createFile(atPath: file, contents: nil)
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      }
    }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var pid: Int32 { process.processIdentifier }

  /// Lines that it has reported so far.
  var lines: [String] {
    let text = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits for a line; fails after a generous time.
  func wait(for line: String, location: SourceLocation = #_sourceLocation) {
    let limit = Date().addingTimeInterval(60)
    while !lines.contains(where: { $0.hasPrefix(line) }) {
      if Date() > limit || !process.isRunning && !lines.contains(where: { $0.hasPrefix(line) }) {
        Issue.record("“\(line)” was not reported, but \(lines)", sourceLocation: location)
        return
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Waits for the end; its exit status, or 128 and the signal that ended it.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  }

  private var report: String { folder.path + ".report" }

  private static var program: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent()
      .appendingPathComponent("InspectedProgram").path
  }
}
