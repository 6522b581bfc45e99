internal import InspectWire

/// Holds what a reporter says on one link to the rules, message by message. Pure.
struct ReporterJudge: Sendable {
  /// What came of the rules.
  var book: RuleBook
  /// What was said in `hello`.
  private(set) var hello: Hello?
  /// Whether the hub has taken the greeting.
  private(set) var isWelcome = false
  /// Number of the newest batch.
  private(set) var sequence: UInt64 = 0
  /// Number up to which batches were confirmed.
  private(set) var confirmed: UInt64 = 0
  /// Errors that it has answered with.
  private(set) var errors: [Failure] = []
  /// How often it said that all has been told.
  private(set) var beats = 0
  private(set) var hasSaidBye = false
  /// Names of the bindings that were declared, by number.
  private(set) var bindings: [BindingID: String] = [:]

  private var decoder = MessageDecoder()
  private var level = Level.counts
  private var messages = 0
  private var scopes: Set<ScopeID> = []
  private var nodes: Set<NodeID> = []
  private var names: [ExactText: BindingID] = [:]
  private var secret: Set<BindingID> = []
  private var over: Set<Subject> = []
  private var lastEntry: UInt64?
  /// Entries that did not come though later ones did, and those that were told to be lost.
  private var missing: UInt64 = 0
  private var told: UInt64 = 0
  private var isUnreadable = false

  init(_ book: RuleBook) { self.book = book }

  // MARK: What the hub says

  /// Notes that the hub took the greeting.
  mutating func welcome() { isWelcome = true }

  /// Notes what the hub demands from now on; levels only rise on a link.
  mutating func want(_ level: Level) { self.level = max(self.level, level) }

  /// Notes that the hub confirmed what came so far.
  mutating func confirm() { confirmed = sequence }

  // MARK: What the reporter says

  /// Takes a frame.
  ///
  /// - Returns: Its message; nil for tables, and for what cannot be read.
  mutating func take(_ frame: [UInt8]) -> Message? {
    // Behind what could not be read nothing can be trusted.
    if isUnreadable { return nil }
    if hasSaidBye { book.fail(.byeLast, "something came after bye") }
    if hello == nil, messages > 0 { return nil }
    messages += 1
    let message: Message?
    do {
      message = try decoder.decode(frame)
    } catch {
      misread(error)
      return nil
    }
    book.keep(.framesReadable)
    book.keep(.limitsKept)
    if messages == 1 {
      begin(message)
    } else if !isWelcome {
      book.fail(.waitsForWelcome, "something came before the answer to hello")
    } else if let message {
      judge(message)
    }
    return message
  }

  private mutating func misread(_ error: WireError) {
    switch error.kind {
    case .unknownKind: return  // Of a later version, or between two sides that have agreed on it.
    case .unknownText, .unknownColumns, .rowTooLong, .outOfOrder("from"):
      book.fail(.tablesInOrder, error.text)
    case .messageTooLong, .textTooLong, .nestingTooDeep, .tooManyValues, .tooManyKeys,
      .tooManyElements:
      book.fail(.limitsKept, error.text)
    default: book.fail(.framesReadable, error.text)
    }
    if messages == 1 { book.fail(.helloFirst, "the first frame cannot be read: \(error.text)") }
    isUnreadable = true
  }

  private mutating func begin(_ message: Message?) {
    guard case .hello(let hello)? = message else {
      book.fail(.helloFirst, "the first message is another one")
      return
    }
    self.hello = hello
    book.judge(
      .versionCommon, VersionRange.own.common(with: hello.versions) != nil,
      "it speaks \(hello.versions.lowest) to \(hello.versions.highest)")
    guard hello.role == .reporter else {
      book.fail(.helloFirst, "its role is \(hello.role.rawValue)")
      return
    }
    guard let facts = hello.instance else {
      book.fail(.helloFirst, "the facts of the process are missing")
      return
    }
    let isDrawn = facts.instance != InstanceID(high: 0, low: 0)
    book.judge(
      .helloFirst, isDrawn && facts.pid > 0,
      isDrawn ? "the process has the number \(facts.pid)" : "the instance is 0, not random")
  }

  private mutating func judge(_ message: Message) {
    switch message {
    case .batch(let batch):
      number(batch.sequence)
      book.keep(.tablesInOrder)
      for record in batch.records { judge(record) }
    case .history(let history):
      number(history.sequence)
      book.judge(.historyWanted, level >= .history, "history came at level \(level.rawValue)")
      for entry in history.entries { judge(entry) }
    case .lost(let lost): judge(lost)
    case .beat:
      beats += 1
      book.judge(.beatOnce, beats == 1, "beat came \(beats) times on a link")
    case .bye:
      hasSaidBye = true
      book.keep(.byeLast)
    case .error(let failure): errors.append(failure)
    case .note: break
    case .hello: book.fail(.helloFirst, "hello came twice")
    default: book.fail(.ownMessages, "a message came that is not a reporter's")
    }
    book.keep(.ownMessages)
  }

  private mutating func number(_ found: UInt64) {
    book.judge(
      .numbersConsecutive, found == sequence &+ 1,
      "\(sequence &+ 1) was due, \(found) came")
    sequence = max(sequence, found)
    let underWay = sequence - min(confirmed, sequence)
    if underWay > UInt64(Limits.batchesUnderWay) {
      book.fail(
        .creditHeeded, "\(sequence) was sent while \(confirmed) was the last that was confirmed")
    }
  }

  // MARK: Records

  private mutating func judge(_ record: Record) {
    switch record {
    case .scope(let scope):
      declare(.scope(scope.id), scope.id.rawValue)
      scopes.insert(scope.id)
    case .node(let node):
      need(scopes.contains(node.scope), "node \(node.id.rawValue)", "its scope")
      declare(.node(node.id), node.id.rawValue)
      nodes.insert(node.id)
    case .binding(let binding): judge(binding)
    case .status(let status): judge(status)
    case .edges(let edges):
      need(bindings[edges.binding] != nil, "edges of binding \(edges.binding.rawValue)", "it")
    case .ended(let end): over.insert(end.subject)
    }
  }

  private mutating func judge(_ binding: BindingRecord) {
    let what = "binding \(binding.id.rawValue)"
    need(binding.scope.map(scopes.contains) ?? true, what, "its scope")
    need(binding.node.map(nodes.contains) ?? true, what, "its node")
    declare(.binding(binding.id), binding.id.rawValue)
    let name = ExactText(binding.name)
    let owner = names[name] ?? binding.id
    book.judge(
      .namesUnique, owner == binding.id,
      "\(owner.rawValue) and \(binding.id.rawValue) are both “\(display(binding.name, limit: 60))”")
    names[name] = owner
    bindings[binding.id] = binding.name
  }

  private mutating func judge(_ status: StatusRecord) {
    need(bindings[status.binding] != nil, "a status of \(status.binding.rawValue)", "the binding")
    if status.marks.contains(.secret) { secret.insert(status.binding) }
    guard let good = status.lastGood else {
      // Where values are not wanted, leaving them out is what keeps the rules.
      if level < .values { book.keep(.valuesWanted) }
      if secret.contains(status.binding) { book.keep(.secretsKept) }
      return
    }
    if good != .redacted {
      book.judge(
        .valuesWanted, level >= .values,
        "binding \(status.binding.rawValue) told a value at level \(level.rawValue)")
    }
    if secret.contains(status.binding) {
      book.judge(
        .secretsKept, good == .redacted, "binding \(status.binding.rawValue) is secret and told")
    }
  }

  private mutating func declare(_ subject: Subject, _ number: UInt64) {
    book.judge(
      .idsOnce, number > 0 && !over.contains(subject),
      number == 0 ? "a number is 0" : "number \(number) was used again after its end")
  }

  private mutating func need(_ isThere: Bool, _ what: String, _ needed: String) {
    book.judge(.declaredFirst, isThere, "\(what) came before \(needed) was declared")
  }

  // MARK: History

  private mutating func judge(_ entry: HistoryEntry) {
    let last = lastEntry ?? 0
    guard entry.number > last else {
      book.fail(.historyNumbered, "entry \(entry.number) came after \(last)")
      return
    }
    // What fell out before the first entry is told too, but nobody can miss it.
    if lastEntry != nil { missing += entry.number - last - 1 }
    lastEntry = entry.number
  }

  private mutating func judge(_ lost: Lost) {
    let isRange = lost.from <= lost.to && lost.count > 0 && lost.count - 1 <= lost.to - lost.from
    if !isRange {
      book.fail(.historyNumbered, "lost tells of \(lost.count) from \(lost.from) to \(lost.to)")
    }
    told = told.addingReportingOverflow(lost.count).partialValue
  }

  /// Judges what can be judged at the end of a link alone: `lost` may come behind what is missing.
  mutating func finish() {
    guard lastEntry != nil else { return }
    book.judge(
      .historyNumbered, missing <= told,
      "\(missing) entries are missing, and lost told of \(told)")
  }
}
