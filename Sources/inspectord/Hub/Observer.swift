internal import InspectWire

/// What an observer is told, and at what pace.
struct Observer {
  private(set) var streams: [ObserverStream] = []
  /// How much it is told, by how quickly it takes it.
  private(set) var pace = Pace()
  /// What is to be said of the streams themselves.
  private var notes: [Note] = []
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
    // A stream that comes later keeps the pace that the observer has.
    if let note = streams[streams.count - 1].keep(pace, after: .full) { notes.append(note) }
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
    streams.filter { $0.covers(instance) }.map(\.wanted).max()
  }

  /// How many entries of a process's history wait; nil where no stream is told any.
  func lag(behind process: HubProcess, _ instance: InstanceID) -> UInt64? {
    streams.compactMap { $0.lag(behind: process, instance) }.max()
  }

  // MARK: Noting

  mutating func noteChange(of instance: InstanceID, becameRed: Bool) {
    for place in streams.indices {
      streams[place].noteChange(of: instance, becameRed: becameRed)
    }
    if becameRed { hasRed = true }
  }

  mutating func noteEntry(of instance: InstanceID) {
    for place in streams.indices { streams[place].noteEntry(of: instance) }
  }

  mutating func noteHistory(of instance: InstanceID, _ process: HubProcess) {
    for place in streams.indices { streams[place].noteHistory(of: instance, process) }
  }

  mutating func noteDropped(_ instance: InstanceID) {
    for place in streams.indices { streams[place].noteDropped(instance) }
  }

  // MARK: Pace

  /// Notes how long a frame had to wait until it was taken; whether its demand has changed by that.
  mutating func took(_ delay: Int64, now: Moment) -> Bool {
    let old = pace.step
    guard !streams.isEmpty, pace.took(delay, now: now) else { return false }
    notes += streams.indices.compactMap { streams[$0].keep(pace, after: old) }
    return true
  }

  /// When it wants to be asked for frames: at once, later, or not at all.
  func dueMoment(now: Moment) -> Moment? {
    if sectionsLeft > 0 || !notes.isEmpty || streams.contains(where: \.isUrgent) { return now }
    let looks = [streams.isEmpty ? nil : pace.nextLook] + streams.map(\.dueByTime)
    let look = looks.compactMap(\.self).min()
    guard streams.contains(where: \.hasChanges) else { return look }
    return [dueFlush(now: now), look].compactMap(\.self).min()
  }

  private func dueFlush(now: Moment) -> Moment {
    guard let lastFlush else { return now }
    let next = lastFlush.plus(pace.pause)
    guard hasRed, pace.step == .full else { return next }
    return min(next, lastRedFlush.map { $0.plus(HubLimits.flush) } ?? now)
  }

  // MARK: Telling

  /// The next frames; empty where nothing is due now.
  mutating func compose(
    _ encoder: inout MessageEncoder, _ view: ObserverStream.View, now: Moment
  ) -> [[UInt8]] {
    if !notes.isEmpty { return encoder.encode(.note(notes.removeFirst())) }
    let start = eachInTurn({ $0.isStarting ? $0.urgent(&$1, view) : nil }, &encoder)
    if let start { return start }
    for place in streams.indices { streams[place].noteTime(now) }
    beginFlushIfDue(now, sections: view.sectionsPerFlush)
    if sectionsLeft > 0 {
      if let frames = eachInTurn({ $0.delta(&$1, view) }, &encoder) {
        sectionsLeft -= 1
        return frames
      }
      sectionsLeft = 0
    }
    return eachInTurn({ $0.urgent(&$1, view) }, &encoder)
      ?? eachInTurn({ $0.heldEntries(&$1, view) }, &encoder) ?? []
  }

  private mutating func beginFlushIfDue(_ now: Moment, sections: Int) {
    guard sectionsLeft == 0, streams.contains(where: \.hasChanges) else { return }
    let isDue = lastFlush.map { $0.plus(pace.pause) <= now } ?? true
    let isRedDue =
      hasRed && pace.step == .full && (lastRedFlush.map { $0.plus(HubLimits.flush) <= now } ?? true)
    guard isDue || isRedDue else { return }
    if hasRed { lastRedFlush = now }
    hasRed = false
    lastFlush = now
    sectionsLeft = pace.step == .full ? sections : 1
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
