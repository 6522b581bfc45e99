/// Names of the rules of `conformance`; stable, since scripts and `docs/other-runtimes.md` name them.
enum RuleID: String, CaseIterable, Sendable {
  // Form
  case framesReadable = "frames-readable"
  case tablesInOrder = "tables-in-order"
  case limitsKept = "limits-kept"
  case ownMessages = "own-messages"
  // Greeting
  case helloFirst = "hello-first"
  case waitsForWelcome = "waits-for-welcome"
  case versionCommon = "version-common"
  case versionRefused = "version-refused"
  case rejectHeeded = "reject-heeded"
  // Reporting
  case numbersConsecutive = "numbers-consecutive"
  case declaredFirst = "declared-first"
  case idsOnce = "ids-once"
  case namesUnique = "names-unique"
  case beatOnce = "beat-once"
  case creditHeeded = "credit-heeded"
  case valuesWanted = "values-wanted"
  case secretsKept = "secrets-kept"
  case historyWanted = "history-wanted"
  case historyNumbered = "history-numbered"
  case byeLast = "bye-last"
  // Trouble
  case fieldsPassedOver = "fields-passed-over"
  case unknownAnswered = "unknown-answered"
  case requestsAnswered = "requests-answered"
  case answersUnanswered = "answers-unanswered"
  case malformedEnded = "malformed-ended"
  case binaryEnded = "binary-ended"
  case oversizeEnded = "oversize-ended"
  case cutResumed = "cut-resumed"
  case gapRetold = "gap-retold"
  case detachHeeded = "detach-heeded"
  case foundByFolder = "found-by-folder"
  case programLives = "program-lives"
}
