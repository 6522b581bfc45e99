/// A rule that a reporter is held to, as people read it.
struct ConformanceRule: Equatable, Sendable {
  /// Its name.
  let id: RuleID
  /// Section of `docs/protocol.md` that says so.
  let section: String
  /// What the rule asks for, as a sentence.
  let says: String
  /// What usually is wrong where it fails, and what to do.
  let help: String

  private init(_ id: RuleID, _ section: String, _ says: String, help: String) {
    self.id = id
    self.section = section
    self.says = says
    self.help = help
  }

  /// All of them, in the order in which they are told.
  static let all = form + greeting + reporting + trouble

  private static let form = [
    ConformanceRule(
      .framesReadable, "2.1",
      "Every frame is a text that holds one object, its first key m, strict in all of 2.1.",
      help: "Write whole numbers without fraction, texts with control characters escaped, each key "
        + "once, and m first."),
    ConformanceRule(
      .tablesInOrder, "2.4",
      "Texts are numbered on from 0 and announced before they are used; so are columns.",
      help: "Both tables begin anew on each link. Announce before the row, not behind it."),
    ConformanceRule(
      .limitsKept, "9", "Messages, texts, lists and batches stay below the limits.",
      help: "Cut long names and texts, and split batches, before they are written."),
    ConformanceRule(
      .ownMessages, "5", "It sends only what a reporter sends.",
      help: "want and credit are the hub's, and requests are the observers'."),
  ]

  private static let greeting = [
    ConformanceRule(
      .helloFirst, "4",
      "The first message of a link is hello, with the role reporter and the facts of the process.",
      help: "Send it as soon as the link is open, whoever dialled, and once."),
    ConformanceRule(
      .waitsForWelcome, "4", "Until the hub has answered hello, nothing else is sent.",
      help: "Tell nothing before welcome, not even tables."),
    ConformanceRule(
      .versionCommon, "4", "hello names a range of versions that has one of ours in it.",
      help: "protocol is [lowest, highest], both of them versions that you speak."),
    ConformanceRule(
      .versionRefused, "4",
      "A welcome to a version outside of its range is not taken: it ends the link.",
      help: "Compare the version in welcome with your own range before you report."),
    ConformanceRule(
      .rejectHeeded, "4", "After reject it tells nothing, and does not dial again for seconds.",
      help: "Wait long before a hub that said no is asked again; 30 s are good."),
  ]

  private static let reporting = [
    ConformanceRule(
      .numbersConsecutive, "5",
      "Batches and history are numbered together, from 1 on each link, without gaps.",
      help: "Count numbers for each link. strings, columns, lost and beat have none."),
    ConformanceRule(
      .declaredFirst, "5",
      "Scopes and nodes come before what lies in them, bindings before their statuses.",
      help: "Send declarations in the order in which they came to be."),
    ConformanceRule(
      .idsOnce, "2.5",
      "Numbers of scopes, nodes and bindings count from 1 and are never used again.",
      help: "Keep one counter for each kind, and never give out a number twice."),
    ConformanceRule(
      .namesUnique, "2.5", "Names of bindings are unique in the instance.",
      help: "Put #2, #3 … behind a name that is there already."),
    ConformanceRule(
      .beatOnce, "5", "beat comes once on a link, when all that there was has been told.",
      help: "Send it when nothing waits any more, also where there was nothing at all."),
    ConformanceRule(
      .creditHeeded, "5",
      "No more batches are under way than batchesUnderWay, and confirming lets it go on.",
      help: "Count what credit has not confirmed yet; merge statuses while you wait."),
    ConformanceRule(
      .valuesWanted, "5", "Values travel only at level 2 and above.",
      help: "Leave the column good empty until want asks for it."),
    ConformanceRule(
      .secretsKept, "5", "The value of a binding that is marked secret is never told.",
      help: "Write [\"redacted\"], or nothing."),
    ConformanceRule(
      .historyWanted, "5", "History travels only at level 3 and above.",
      help: "Keep it in a bounded ring until want asks for it."),
    ConformanceRule(
      .historyNumbered, "5",
      "Entries of the history are numbered consecutively; what fell out is told by lost.",
      help: "Number entries in the instance, not on the link."),
    ConformanceRule(
      .byeLast, "5", "bye is the last message of a reporter.",
      help: "Stop telling before you say goodbye."),
  ]

  private static let trouble = [
    ConformanceRule(
      .fieldsPassedOver, "10",
      "Fields, limits and capabilities that it does not know are passed over.",
      help: "Look up the fields that you need, and leave the others."),
    ConformanceRule(
      .unknownAnswered, "10",
      "An unknown kind of message is answered by error with unknown-kind, and the link stays.",
      help: "A newer hub may say more than you know. Answer each once."),
    ConformanceRule(
      .requestsAnswered, "6",
      "A request that is none of its business is answered once, by error with its id.",
      help: "Answer with not-allowed or unsupported, and go on."),
    ConformanceRule(
      .answersUnanswered, "6", "An answer is never answered.",
      help:
        "Two sides that answer each other's errors never end. Ignore error, result and processes."),
    ConformanceRule(
      .malformedEnded, "8", "A message that breaks the protocol ends its link.",
      help: "Close with 1008 and the offset as reason; what follows is not to be trusted."),
    ConformanceRule(
      .binaryEnded, "8", "A binary message ends its link.",
      help: "Close with 1008; or with 1003, which many libraries do by themselves."),
    ConformanceRule(
      .oversizeEnded, "8", "A message above messageBytes ends its link.",
      help: "Set your library's limit of a message to 1 MiB."),
    ConformanceRule(
      .cutResumed, "5",
      "After a link is gone it is there again and tells everything anew: same instance, same numbers.",
      help: "Dial again, or go on listening. The instance belongs to the process, not to the link."),
    ConformanceRule(
      .gapRetold, "5", "After the hub closed with 4003 it tells everything anew on a new link.",
      help: "Treat it like a link that was lost."),
    ConformanceRule(
      .detachHeeded, "8",
      "After the hub closed with 4002 it does not dial in a hurry, and can be dialled.",
      help: "Somebody let go of the process on purpose. Wait, or go on listening."),
    ConformanceRule(
      .foundByFolder, "other-runtimes.md",
      "A program that advertises itself in the runtime folder can be dialled there.",
      help: "The file names the socket; the lock beside it is held as long as the program lives."),
    ConformanceRule(
      .programLives, "1", "The program lives through all of this.",
      help: "Nothing that a hub says may end, block or bloat the program."),
  ]
}
