internal import InspectWire

/// Every bound of the hub in one place, with its unit and its reason; those of the protocol are in
/// `Limits`. Times are microseconds.
enum HubLimits {
  // Greeting
  /// Time for the first message: whoever says nothing keeps a connection from others.
  static let greeting: Int64 = 5_000_000
  /// Delay before a wrong token is refused: guessing gets slow, and nothing else.
  static let wrongToken: Int64 = 1_000_000
  /// Wrong tokens in a minute that are answered at all.
  static let wrongTokensAMinute = 10
  /// Time for which a pass is good: a browser takes seconds to start.
  static let passLife: Int64 = 60_000_000
  /// Passes that are good at once: nobody opens more pages in a minute.
  static let passes = 8
  /// Pages whose tokens are known: more than anybody has open.
  static let pageTokens = 64

  // Life
  /// Longest time for which a link can be silent before its side is given up: that of the links.
  static let silence: Int64 = 25_000_000
  /// Lateness of the hub's own clock after which it counts as having slept: whatever was to happen
  /// meanwhile is given its time anew.
  static let overslept: Int64 = 5_000_000

  // Telling
  /// Shortest time between two flushes of deltas to one observer: twenty a second.
  static let flush: Int64 = 50_000
  /// Steps in which flushes come.
  static let flushStep: Int64 = 5_000
  /// The same for an observer that takes frames late, and for one that goes on doing so.
  static let flushSlower: Int64 = 500_000
  static let flushSlowest: Int64 = 1_000_000
  /// Time that a frame may wait to be taken before the observer is told less.
  static let lateTake: Int64 = 1_000_000
  /// Time in which frames are taken by whoever is to be told more again, and for how long.
  static let quickTake: Int64 = 200_000
  static let recovery: Int64 = 10_000_000
  /// Sections of one flush where there are few observers: about a megabyte, then others have their
  /// turn.
  static let sectionsPerFlush = 20
  /// Sections a second for all observers together: half of what one core sends. A thousand observers
  /// have twenty each, a section a flush.
  static let sectionsASecond = 20_000
  /// Time without taking a frame after which an observer is ended.
  static let stalled: Int64 = 60_000_000
  /// Frames that wait for one peer before it is read no further: answers to its own requests.
  static let waitingFrames = 256
  /// Texts in the table of one link, and their bytes: what the table itself takes is 40 KiB at most,
  /// also for a thousand observers that stand still. Names of classes, types and codes find room;
  /// the rest travels in full.
  static let tableTexts = 1_024
  static let tableBytes = 64 << 10

  // Reporting
  /// Time without a batch after which a reporter that tells no `beat` has told all, for `attach`.
  static let settling: Int64 = 200_000
  /// The same for what it told on an earlier link and not on this one.
  static let confirming: Int64 = 5_000_000
  /// Longest time that `attach` takes, whatever happens.
  static let attaching: Int64 = 7_000_000
  /// Longest time of it that it waits for a process to tell what it has.
  static let settlingLimit: Int64 = 5_000_000
  /// Entries of one process's history: a screenful each for hundreds of bindings.
  static let history = 4_096
  /// The same of a process that waits for its observers: entries may wait for the slowest of them, and
  /// what eight batches under way bring must find room besides.
  static let completeHistory = 16_384
  /// Entries that may wait for an observer before such a process gets no more credit.
  static let heldHistory: UInt64 = 8_192
  /// Bytes of entries in one message: as of a section.
  static let entriesBytes = Limits.sectionBytes
  /// Sections in a row after which what happened is told, though more sections wait.
  static let sectionsBeforeEntries = 8
  /// Entries of a binding's history in an explanation.
  static let explainedHistory = 16
  /// Rest after judging a query over bindings that hang together, for each of them: judging takes
  /// a few microseconds each, so that no query takes more than a tenth of the hub's time.
  static let judgingRest: Int64 = 40
  /// Time between two looks at how often bindings carry values, for queries that ask.
  static let rateLook: Int64 = 1_000_000
  /// Candidates that an ambiguous name is answered with.
  static let candidates = 20

  // Keeping
  /// Time for which ended processes and ended things are kept.
  static let retention: Int64 = 600_000_000
  /// Ended processes kept: those of a day of restarting.
  static let endedProcesses = 32
  /// Ended things kept of one process.
  static let endedThings = 4_096
  /// Forgotten bindings of which the name is still known, so that `why` can say so.
  static let forgottenNames = 1_024
  /// Forgotten things whose end streams can still be told; who is further behind starts anew.
  static let forgottenThings = 16_384
  /// Time between two looks at what may be over.
  static let housekeeping: Int64 = 1_000_000
}
