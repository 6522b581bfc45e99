internal import InspectLink
internal import InspectWire

/// What the hub says in the scenes.
extension ConformanceRun {
  /// Frames that break the protocol, by what is wrong with them.
  static let malformed = [
    ("an object that is cut off", #"{"m":"want","level":"#),
    ("a kind that is not first", #"{"level":1,"m":"want"}"#),
    ("a level that does not exist", #"{"m":"want","level":9}"#),
    ("a key twice", #"{"m":"want","level":1,"level":2}"#),
    (
      "arrays nested too deep",
      #"{"m":"want","level":1,"more":"# + String(repeating: "[", count: 100)
        + String(repeating: "]", count: 100) + "}"
    ),
  ]

  /// Greets with more than a reporter of today knows.
  static func welcomeOddly(_ link: ReporterLink) throws(StageFault) {
    let welcome = ReporterLink.welcome()
    let limits = welcome.limits.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",")
    link.judge.welcome()
    link.say(
      raw: #"{"m":"welcome","run":"\#(welcome.run.text)","protocol":1,"implementation":"#
        + #""inspect-cli conformance","capabilities":["from-the-future"],"limits":{\#(limits),"#
        + #""hopes":"18446744073709551615"},"tomorrow":{"and":["after",null,1.5]}}"#)
    link.judge.want(.status)
    link.say(raw: #"{"m":"want","level":1,"unless":{"a":[false,"b"]},"x-more":true}"#)
  }

  /// Confirms nothing for a while, then goes on.
  static func withholdCredit(_ link: ReporterLink) throws(StageFault) {
    try link.hear(for: ConformanceLimits.withholding)
    let (sent, limit) = (link.judge.sequence, UInt64(Limits.batchesUnderWay))
    guard sent >= limit else {
      let count = sent == 1 ? "1 batch" : "\(sent) batches"
      link.judge.book.leave(.creditHeeded, "it had only \(count) to tell meanwhile")
      return
    }
    link.confirm()
    let goesOn = try link.hear(
      for: ConformanceLimits.answer,
      until: { link.judge.sequence > sent || link.judge.beats > 0 })
    link.judge.book.judge(.creditHeeded, goesOn, "it sent nothing more after credit")
  }

  /// Says what a reporter must answer, and what it must not.
  static func sayOddThings(_ link: ReporterLink) throws(StageFault) {
    for (times, frame) in [
      (1, #"{"m":"tomorrow","id":1,"of":{"a":[1,"b"]}}"#), (2, #"{"m":"later"}"#),
    ] {
      link.say(raw: frame)
      try link.hear(
        for: ConformanceLimits.answer, confirming: true, until: { link.judge.errors.count >= times }
      )
    }
    try link.hear(for: ConformanceLimits.quiet, confirming: true)
    let codes = link.judge.errors.map(\.code)
    link.judge.book.judge(
      .unknownAnswered, codes == [.unknownKind, .unknownKind],
      codes.isEmpty
        ? "nothing came" : "came: " + codes.map { display($0.rawValue) }.joined(separator: ", "))

    let before = link.judge.errors.count
    link.say(.list(ListRequest(id: 77)))
    try link.hear(
      for: ConformanceLimits.answer, confirming: true,
      until: { link.judge.errors.count > before })
    try link.hear(for: ConformanceLimits.quiet, confirming: true)
    let answers = link.judge.errors.dropFirst(before)
    link.judge.book.judge(
      .requestsAnswered, answers.count == 1 && answers.first?.id == 77,
      answers.isEmpty
        ? "nothing came"
        : "\(answers.count) came, for \(answers.first?.id.map { "\($0)" } ?? "no id")")

    let asked = link.judge.errors.count
    link.say(.error(Failure(id: nil, code: .unknownKind, text: "an unknown kind")))
    link.say(.error(Failure(id: 5, code: FailureCode("of-tomorrow"), text: "something else")))
    link.say(.result(Answer(id: 5, content: .done)))
    link.say(.processes(Processes(id: 5, isWhole: true, entries: [])))
    link.say(.note(Note(stream: 5, kind: "lag", text: "late")))
    try link.hear(for: ConformanceLimits.quiet, confirming: true)
    link.judge.book.judge(
      .answersUnanswered, link.judge.errors.count == asked && link.closure == nil,
      link.closure == nil
        ? "\(link.judge.errors.count - asked) answers came to answers" : "it ended the link")
    if let closure = link.closure { throw .closed(closure) }
  }

  /// Turns a reporter away, and closes.
  static func reject(_ link: ReporterLink, _ code: FailureCode) {
    link.say(.reject(Reject(code: code, text: "this is a test of reporters", remedy: "")))
    link.close(code: WireClose.ruleBroken, reason: code.rawValue)
  }
}
