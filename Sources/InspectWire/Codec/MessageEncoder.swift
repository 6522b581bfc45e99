/// Writes the messages of one side of one connection, from its first to its last.
///
/// It holds what it has announced on the connection: texts and columns. So every frame that it makes
/// must be sent, in order, and a new connection needs a new encoder. What it writes the decoder of
/// the same version reads: it cuts what is longer than the limits allow.
package struct MessageEncoder: Sendable {
  private var output: WireOutput
  private var announced: Set<RowKind> = []
  private var rows = RowBuffers()
  private var forgotten: [Subject] = []
  private var byteLimit = 0
  private let keepsMemory: Bool

  /// Starts with nothing announced.
  ///
  /// - Parameters:
  ///   - tableTexts: Most texts that it announces and holds; 0 sends every text in full.
  ///   - tableBytes: Most UTF-8 bytes of these.
  ///   - keepsMemory: Whether the memory of a message is kept for the next. Who has a thousand
  ///     encoders, of which few write at a time, does without.
  package init(
    tableTexts: Int = Limits.stringTable, tableBytes: Int = Limits.stringTableBytes,
    keepsMemory: Bool = true
  ) {
    self.keepsMemory = keepsMemory
    output = WireOutput(table: TextTable(countLimit: tableTexts, byteLimit: tableBytes))
  }

  // MARK: Whole messages

  /// The frames of a message: what it needs to have announced first, then itself.
  ///
  /// Batches and sections may become longer than a message may be; where that can happen, rows are
  /// filled in one at a time. `strings` and `columns` are made as needed: given here, they are
  /// nothing. A batch without records is nothing; its records must be of one kind.
  package mutating func encode(_ message: Message) -> [[UInt8]] {
    output.json.reset()
    switch message {
    case .hello(let hello): EncodedHello.write(hello, to: &output)
    case .welcome(let welcome): EncodedWelcome.write(welcome, to: &output)
    case .reject(let reject): EncodedReject.write(reject, to: &output)
    case .strings, .columns: return []
    case .batch(let batch): return encode(batch)
    case .history(let history): EncodedHistory.write(history, to: &output)
    case .lost(let lost): EncodedLost.write(lost, to: &output)
    case .beat: EncodedBeat.write(to: &output)
    case .bye(let bye): EncodedBye.write(bye, to: &output)
    case .want(let want): EncodedWant.write(want, to: &output)
    case .credit(let credit): EncodedCredit.write(credit, to: &output)
    case .subscribe(let subscribe): EncodedSubscribe.write(subscribe, to: &output)
    case .unsubscribe(let unsubscribe): EncodedUnsubscribe.write(unsubscribe, to: &output)
    case .why(let request): EncodedWhyRequest.write(request, to: &output)
    case .causes(let request): EncodedCausesRequest.write(request, to: &output)
    case .attach(let request):
      EncodedSelection.write("attach", request.id, request.process, to: &output)
    case .detach(let request):
      EncodedSelection.write("detach", request.id, request.process, to: &output)
    case .list(let request): EncodedPlainRequest.write("list", request.id, to: &output)
    case .pass(let request): EncodedPlainRequest.write("pass", request.id, to: &output)
    case .processes(let processes): EncodedProcesses.write(processes, to: &output)
    case .snapshotBegin(let begin): EncodedSnapshotBegin.write(begin, to: &output)
    case .snapshotPart(let section): return encode(.snapshotPart, section)
    case .snapshotEnd(let end): EncodedSnapshotEnd.write(end, to: &output)
    case .delta(let section): return encode(.delta, section)
    case .entries(let entries): EncodedEntries.write(entries, to: &output)
    case .note(let note): EncodedNote.write(note, to: &output)
    case .result(let answer): return encode(answer)
    case .error(let failure): EncodedFailure.write(failure, to: &output)
    }
    return announce([]) + [takeMessage()]
  }

  private mutating func encode(_ batch: Batch) -> [[UInt8]] {
    guard let first = batch.records.first else { return [] }
    fill(batch.records)
    precondition(rows.kinds == [RowKind(of: first)], "The records of a batch are of one kind.")
    return closeBatches(after: batch.sequence &- 1).frames
  }

  private mutating func encode(_ kind: SectionKind, _ section: Section) -> [[UInt8]] {
    fill(section.records)
    forgotten = section.forgotten
    return closeSection(
      kind, stream: section.stream, link: section.link, instance: section.instance)
  }

  private mutating func encode(_ answer: Answer) -> [[UInt8]] {
    switch answer.content {
    case .explanation(let explanation): fill(EncodedExplanation.records(explanation))
    case .causes(let causes):
      // Half a message for what is named, half for the causes themselves.
      openRows(byteLimit: Limits.messageBytes / 2)
      for record in causes.records { guard append(record) else { break } }
    default: break
    }
    EncodedAnswer.write(answer, rows, to: &output)
    return announce(rows.kinds) + [takeMessage()]
  }

  private mutating func fill(_ records: [Record]) {
    rows.reset()
    for record in records { _ = rows.append(record, &output) }
  }

  // MARK: Row by row

  /// Begins rows that `closeSection` or `closeBatches` will take.
  ///
  /// What was begun before is dropped; so is this, if another message is encoded before it is closed.
  ///
  /// - Parameter byteLimit: Most bytes of the frames to come, texts that are announced for them
  ///   included, columns not; one record is taken whatever its size.
  package mutating func openRows(byteLimit: Int) {
    rows.reset()
    forgotten = []
    self.byteLimit = min(byteLimit, Limits.messageBytes)
  }

  /// Whether no row has been taken since `openRows`.
  package var isEmpty: Bool { rows.isEmpty && forgotten.isEmpty }

  /// Bytes that the frames have so far, about.
  package var openBytes: Int {
    Self.frameBytes + rows.bytes + output.table.pendingBytes + forgotten.count * Self.subjectBytes
  }

  /// Takes a record if it fits.
  ///
  /// - Returns: False if it did not fit; it is then not taken.
  package mutating func append(_ record: Record) -> Bool {
    guard rows.count(RowKind(of: record)) < Limits.batchRecords else { return false }
    let wasEmpty = isEmpty
    let undo = rows.append(record, &output).undo
    guard openBytes > byteLimit else { return true }
    guard !wasEmpty || openBytes > Limits.messageBytes else { return true }
    rows.undo(undo)
    guard wasEmpty else { return false }
    // No message can hold it: what it is stays, the long texts in it go.
    _ = rows.append(record.withoutLongTexts, &output)
    return true
  }

  /// Takes the news that a thing is forgotten, if it fits.
  package mutating func forget(_ subject: Subject) -> Bool {
    guard openBytes + Self.subjectBytes <= byteLimit || isEmpty else { return false }
    forgotten.append(subject)
    return true
  }

  /// Ends the rows as one section of a stream.
  package mutating func closeSection(
    _ kind: SectionKind, stream: UInt64, link: ChainLink, instance: InstanceID
  ) -> [[UInt8]] {
    output.json.reset()
    let section = Section(
      stream: stream, link: link, instance: instance, records: [], forgotten: forgotten)
    EncodedSection.write(kind, section, rows, to: &output)
    return announce(rows.kinds) + [takeMessage()]
  }

  /// Ends the rows as batches, one for each kind that occurs, declarations first.
  ///
  /// - Parameter sequence: Number of the batch sent before.
  /// - Returns: The frames, and the number of the last batch among them.
  package mutating func closeBatches(after sequence: UInt64) -> (frames: [[UInt8]], last: UInt64) {
    let kinds = rows.kinds
    var batches: [[UInt8]] = []
    var last = sequence
    for kind in kinds {
      last &+= 1
      output.json.reset()
      EncodedBatch.write(kind, sequence: last, rows, to: &output)
      batches.append(output.json.bytes)
    }
    let frames = announce(kinds) + batches
    _ = takeMessage()
    return (frames, last)
  }

  // About what a section is without its rows; what an id takes.
  private static let frameBytes = 400
  private static let subjectBytes = 18

  private mutating func takeMessage() -> [UInt8] {
    let message = output.json.bytes
    forgotten = []
    if keepsMemory {
      rows.reset()
    } else {
      rows = RowBuffers()
      output.json = JSONWriter()
    }
    return message
  }

  // MARK: Tables

  // Columns and texts that a message names and that were not announced yet.
  private mutating func announce(_ kinds: [RowKind]) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    for kind in kinds where announced.insert(kind).inserted {
      var columns = WireOutput(table: TextTable(countLimit: 0, byteLimit: 0))
      EncodedColumns.write(Columns(of: kind.name, names: kind.columns), to: &columns)
      frames.append(columns.json.bytes)
    }
    guard let strings = output.table.takePending() else { return frames }
    for start in stride(from: 0, to: strings.texts.count, by: Self.textsPerFrame) {
      let end = min(start + Self.textsPerFrame, strings.texts.count)
      var texts = WireOutput(table: TextTable(countLimit: 0, byteLimit: 0))
      EncodedStrings.write(
        Strings(from: strings.from + start, texts: Array(strings.texts[start..<end])), to: &texts)
      frames.append(texts.json.bytes)
    }
    return frames
  }

  // Escaped, the longest texts of a table take six times their bytes: still half a message.
  private static let textsPerFrame = 340
}

extension Record {
  /// The record without what may be of any length and is not needed to know what it is.
  fileprivate var withoutLongTexts: Record {
    guard case .status(var status) = self else { return self }
    status.lastGood = nil
    status.reasons = status.reasons.map { reason in
      Reason(
        reason.code, reason.parameters.map { Parameter($0.name, prefix(of: $0.value, bytes: 256)) })
    }
    return .status(status)
  }
}
