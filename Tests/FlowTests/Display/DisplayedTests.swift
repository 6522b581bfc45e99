import Foundation
import InspectSystem
import InspectWire
import TestSupport
import Testing

/// T8, S4: whatever stands in a name, a value or a reason, what is shown is text.
@Suite(.oneAtATime) struct Displayed {
  private let payloads: Payloads

  init() throws { payloads = try Payloads() }

  @Test func `there are more than three hundred different texts`() {
    #expect(Set(payloads.all.map(\.text)).count > 300)
    #expect(payloads.refused.count > 8 && payloads.broken.count > 10)
  }

  @Test func `S4: names of processes are text in every list, log and complaint`() async throws {
    try await withDaemon { stage, daemon in
      let reporters = try payloads.all.indices.map {
        try ForeignReporter(stage, payloads.texts, number: $0)
      }
      for reporter in reporters { try reporter.beat() }
      for words in [["ps"], ["ps", "--all", "--ascii"], ["tree"], ["status"], ["doctor"]] {
        try await expectText(words, on: stage, rows: words == ["ps"] ? reporters.count + 1 : nil)
        try await expectJSON(words, on: stage)
        for reporter in reporters { try reporter.stayAlive() }
      }
      // Arguments are foreign too, and so are names that fit several.
      for payload in payloads.all.filter({ $0.kind.hasPrefix("osc") || $0.kind == "direction" }) {
        try await expectText(["attach", payload.text], on: stage)
      }
      withExtendedLifetime(reporters) {}
      try expectTextInLog(stage, daemon)
    }
  }

  @Test func `S4: texts of bindings are text in every command, and rows stay rows`() async throws {
    try await withDaemon { stage, daemon in
      let reporter = try ForeignReporter(stage, payloads.texts, number: 0)
      try reporter.tellAll()
      let count = payloads.all.count
      for words in [
        ["tree", "--all"], ["tree", "--worst-first", "--ascii"], ["check", "--strict"],
      ] {
        try await expectText(words, on: stage)
        try await expectJSON(words, on: stage)
        try reporter.stayAlive()
      }
      for number in stride(from: 1, through: count, by: count / 14) {
        for word in ["show", "why"] {
          try await expectText([word, "\(number)"], on: stage)
          try await expectJSON([word, "\(number)"], on: stage)
          try reporter.stayAlive()
        }
      }
      let forms: [[String]] = [[], ["--json"]]
      let followers = try forms.map {
        try startProgram(
          "inspect-cli", ["tree", "--follow"] + $0, environment: stage.environment)
      }
      defer { for follower in followers { follower.kill() } }
      for follower in followers {
        try await eventually("the tree is told") { follower.outputBytes.count > 20_000 }
      }
      let before = followers.map { $0.outputBytes.count }
      try reporter.change()
      for (follower, old) in zip(followers, before) {
        try await eventually("what changed is told") { follower.outputBytes.count > old }
        #expect(hidden(in: follower.outputBytes) == nil)
      }
      let whole = try await stage.cli("tree", "--all")
      try expectTextInLog(stage, daemon)
      // The same shape with nothing but plain texts has the same rows at the same places.
      try await withDaemon { other, _ in
        let plain = try ForeignReporter(other, payloads.plainTexts, number: 0)
        try plain.tellAll()
        try plain.change()
        let rows = try await other.cli("tree", "--all").lines
        #expect(whole.lines.map(Self.head) == rows.map(Self.head))
      }
    }
  }

  @Test func `what is no text at all is refused, and the log says so in text`() async throws {
    try await withDaemon { stage, daemon in
      let hello = #"{"m":"hello","role":"observer","protocol":[1,1],"implementation":"#
      let frames =
        payloads.refused.map { Array((hello + $0.literal + "}").utf8) }
        + payloads.broken.map { Array((hello + "\"").utf8) + $0 + Array("\"}".utf8) }
      for frame in frames {
        let peer = try RawPeer(path: stage.folder.path("daemon.sock")).upgrade()
        try peer.send(frame: RawPeer.Frame(opcode: 1, bytes: frame))
        let answer = try peer.readMessage()
        #expect(answer.closing != nil, "\(frame) was answered by \(answer.text)")
        #expect(hidden(in: Array((answer.closing?.reason ?? "").utf8)) == nil)
      }
      try expectTextInLog(stage, daemon)
    }
  }

  // MARK: In a terminal

  @Test func `S4: a terminal shows texts of bindings and does nothing else`() async throws {
    try await withDaemon { stage, _ in
      let reporter = try ForeignReporter(stage, payloads.texts, number: 0)
      try reporter.tellAll()
      let cli = "\(try BuiltProgram.path("inspect-cli")) --folder \(stage.folder.path)"
      let numbers = stride(from: 3, to: payloads.all.count, by: 29).map(String.init)
      let screen = try await withTemporaryFolder { folder in
        try await Screen.running(
          ["\(cli) tree --all", "\(cli) check", "\(cli) ps --all"]
            + numbers.flatMap { ["\(cli) why \($0)", "\(cli) show \($0)"] }
            + [
              "\(cli) tree --all --json", "cat \(stage.folder.path("daemon.log"))",
              "timeout --foreground -s INT 1 \(cli) tree --follow", "echo the-end",
            ], in: folder)
      }
      #expect(screen.foreignAttributes.isEmpty)
      #expect(
        screen.clipboard.isEmpty && screen.replies.isEmpty, "\(screen.replies.debugDescription)")
      #expect(screen.state == Self.rest(title: screen.state["pane_title"]), "\(screen.state)")
      #expect(screen.state["pane_title"]?.contains("evil") == false)
      #expect(screen.lines.last { !$0.isEmpty } == "the-end")
      for line in screen.lines {
        if let found = hidden(in: Array(line.utf8)) { Issue.record("\(found)") }
        #expect(!line.hasPrefix("green"), "\(line)")
      }
      // A row for each scope and each binding at least.
      #expect(screen.lines.count > 2 * payloads.all.count)
    }
  }

  // What is no use without: the same terminal does what it is told where nothing is in the way.
  @Test func `the terminal of these tests would notice`() async throws {
    let screen = try await withTemporaryFolder { folder in
      try await Screen.running(
        [
          #"printf '\033]2;evil\033\\\033]52;c;ZXZpbA==\007\033[6n\033[31;4mred\033[m\n'"#,
          #"printf '\033[?1049h\033[4h\033[?1003h\033[?7l\033kevil\033\\here'"#,
        ], in: folder)
    }
    #expect(screen.state["pane_title"] == "evil")
    #expect(screen.state["window_name"] == "evil")
    #expect(screen.state["alternate_on"] == "1" && screen.state["insert_flag"] == "1")
    #expect(screen.state["mouse_any_flag"] == "1" && screen.state["wrap_flag"] == "0")
    #expect(screen.state["cursor_x"] == "4")
    #expect(screen.clipboard.contains("evil"))
    #expect(screen.replies.hasPrefix("\u{1b}["))
  }

  /// A terminal in which nothing happened but lines of text.
  private static func rest(title: String?) -> [String: String] {
    [
      "pane_title": title ?? "", "window_name": "mine", "alternate_on": "0", "insert_flag": "0",
      "keypad_flag": "0", "origin_flag": "0", "wrap_flag": "1", "mouse_any_flag": "0",
      "cursor_flag": "1", "cursor_x": "0", "scroll_region_upper": "0", "pane_dead": "0",
      "pane_tabs": stride(from: 8, to: 200, by: 8).map(String.init).joined(separator: ","),
    ]
  }

  // MARK: Parts

  private func withDaemon(
    _ body: (Stage, RunningProgram) async throws -> Void
  ) async throws {
    try await withStage { stage in
      let daemon = try stage.start(
        "inspectord", "--folder", stage.folder.path, "--log", stage.folder.path("daemon.log"),
        "--log-level", "debug")
      defer { daemon.kill() }
      try await stage.waitForDaemon(daemon.pid)
      try await body(stage, daemon)
    }
  }

  private func expectText(
    _ words: [String], on stage: Stage, rows: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await runProgram("inspect-cli", words, environment: stage.environment)
    for text in [run.output, run.errorOutput] {
      if let found = hidden(in: Array(text.utf8)) {
        Issue.record("\(words): \(found)", sourceLocation: sourceLocation)
      }
    }
    #expect(run.status != 70, "\(words): \(run.errorOutput)", sourceLocation: sourceLocation)
    #expect(!(run.output + run.errorOutput).isEmpty, sourceLocation: sourceLocation)
    if let rows { #expect(run.lines.count == rows, sourceLocation: sourceLocation) }
  }

  private func expectJSON(
    _ words: [String], on stage: Stage, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await runProgram(
      "inspect-cli", words + ["--json"], environment: stage.environment)
    if let found = hidden(in: Array(run.output.utf8)) {
      Issue.record("\(words) as JSON: \(found)", sourceLocation: sourceLocation)
    }
    // By somebody else's reader.
    #expect(
      throws: Never.self, "\(words): \(run.errorOutput)", sourceLocation: sourceLocation
    ) { _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
  }

  private func expectTextInLog(_ stage: Stage, _ daemon: RunningProgram) throws {
    let log = try Data(contentsOf: URL(fileURLWithPath: stage.folder.path("daemon.log")))
    #expect(!log.isEmpty)
    #expect(hidden(in: Array(log)) == nil)
    #expect(daemon.output.isEmpty && daemon.errorOutput.isEmpty, "\(daemon.summary)")
  }

  /// A row up to its sign: where it stands, and what it is.
  private static func head(_ line: String) -> String {
    let signs: Set<Character> = ["●", "◐", "✕", "○"]
    guard let sign = line.firstIndex(where: signs.contains) else {
      return String(line.prefix { $0 == " " })
    }
    let start = line[..<sign]
    return start.allSatisfy { $0 == " " }
      ? String(start) + String(line[sign]) : "\(start.prefix { $0 == " " })"
  }
}
