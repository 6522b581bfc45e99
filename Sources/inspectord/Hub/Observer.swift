internal import InspectWire

/// What an observer is told, and at what pace.
struct Observer {
  private(set) var streams: [ObserverStream] = []
  /// When the last flush of deltas began, and the last that was begun for a red.
  private var lastFlush: Moment?
  private var lastRedFlush: Moment?
  /// Sections that the flush under way may still have.
  private var sectionsLeft = 0
  private var hasRed = false
  /// The stream whose turn it is.
  private var turn = 0

  // MARK: Streams

  /// Adds a stream; false where there are as many as may be, or one of that number.
  mutating func add(_ stream: ObserverStream) -> Bool {
    guard streams.count < Limits.streams, !streams.contains(where: { $0.id == stream.id }) else {
      return false
    }
    streams.append(stream)
    return true
  }

  /// Ends a stream; false where there is none of that number.
  mutating func remove(_ id: UInt64) -> Bool {
    guard let place = streams.firstIndex(where: { $0.id == id }) else { return false }
    streams.remove(at: place)
    return true
  }

  /// What its streams demand of a process; nil where none is about it.
  func demand(of instance: InstanceID) -> Level? {
    streams.filter { $0.covers(instance) }.map(\.level).max()
  }

  // MARK: Noting

  mutating func noteChange(of instance: InstanceID, becameRed: Bool) {
    for place in streams.indices { streams[place].noteChange(of: instance) }
    if becameRed { hasRed = true }
  }

  mutating func noteEntry(of instance: InstanceID) {
    for place in streams.indices { streams[place].noteEntry(of: instance) }
  }

  mutating func noteDropped(_ instance: InstanceID) {
    for place in streams.indices { streams[place].noteDropped(instance) }
  }

  // MARK: Pace

  /// When it wants to be asked for frames: at once, later, or not at all.
  func dueMoment(now: Moment) -> Moment? {
    if sectionsLeft > 0 || streams.contains(where: \.isUrgent) { return now }
    guard streams.contains(where: \.hasChanges) else { return nil }
    guard let lastFlush else { return now }
    let next = lastFlush.plus(HubLimits.flush)
    guard hasRed else { return next }
    return min(next, lastRedFlush.map { $0.plus(HubLimits.flush) } ?? now)
  }

  // MARK: Telling

  /// The next frames; empty where nothing is due now.
  mutating func compose(
    _ encoder: inout MessageEncoder, _ view: ObserverStream.View, now: Moment
  ) -> [[UInt8]] {
    let start = eachInTurn({ $0.isStarting ? $0.urgent(&$1, view) : nil }, &encoder)
    if let start { return start }
    beginFlushIfDue(now)
    if sectionsLeft > 0 {
      if let frames = eachInTurn({ $0.delta(&$1, view) }, &encoder) {
        sectionsLeft -= 1
        return frames
      }
      sectionsLeft = 0
    }
    return eachInTurn({ $0.urgent(&$1, view) }, &encoder) ?? []
  }

  private mutating func beginFlushIfDue(_ now: Moment) {
    guard sectionsLeft == 0, streams.contains(where: \.hasChanges) else { return }
    let isDue = lastFlush.map { $0.plus(HubLimits.flush) <= now } ?? true
    let isRedDue = hasRed && (lastRedFlush.map { $0.plus(HubLimits.flush) <= now } ?? true)
    guard isDue || isRedDue else { return }
    if hasRed { lastRedFlush = now }
    hasRed = false
    lastFlush = now
    sectionsLeft = HubLimits.sectionsPerFlush
  }

  private mutating func eachInTurn(
    _ body: (inout ObserverStream, inout MessageEncoder) -> [[UInt8]]?,
    _ encoder: inout MessageEncoder
  ) -> [[UInt8]]? {
    for step in streams.indices {
      let place = (turn + step) % streams.count
      if let frames = body(&streams[place], &encoder) {
        turn = (place + 1) % streams.count
        return frames
      }
    }
    return nil
  }
}

extension Moment {
  /// The moment that many microseconds later, at most the last one that there is.
  func plus(_ microseconds: Int64) -> Moment {
    let (sum, isFar) = self.microseconds.addingReportingOverflow(microseconds)
    return Moment(microseconds: isFar ? .max : sum)
  }
}
