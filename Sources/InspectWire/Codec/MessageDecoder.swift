/// Reads the messages of one side of one connection, from its first to its last.
///
/// It holds what the sender has announced: texts and columns. Whatever it is given, it reads it or
/// throws; it never traps, and its memory is bounded by `Limits`. After an error it is as before the
/// frame, and whether to go on is the caller's business: an unknown kind leaves the link as it is.
package struct MessageDecoder: Sendable {
  private var texts: [String] = []
  private var textBytes = 0
  private var layouts = RowLayouts()
  private var pool = DeclarationPool()

  /// Starts with nothing announced.
  package init() {}

  /// Reads a frame.
  ///
  /// - Returns: The message; nil for one that only announces texts or columns.
  package mutating func decode(_ frame: [UInt8]) throws(WireError) -> Message? {
    var list = RecordList()
    let message = try decode(frame, into: &list)
    switch message {
    case .batch(var batch):
      batch.records = list.records
      return .batch(batch)
    case .snapshotPart(var section):
      section.records = list.records
      return .snapshotPart(section)
    case .delta(var section):
      section.records = list.records
      return .delta(section)
    default:
      return message
    }
  }

  /// Reads a frame, handing on each record of a batch or section as soon as it is read.
  ///
  /// For who folds many: nothing is gathered. Where an error is thrown, records that stood before it
  /// were handed on.
  ///
  /// - Returns: The message, a batch or section without its records; nil for one that only announces.
  package mutating func decode(
    _ frame: [UInt8], into sink: inout some RecordSink
  ) throws(WireError) -> Message? {
    guard frame.count <= Limits.messageBytes else {
      throw WireError(at: Limits.messageBytes, .messageTooLong)
    }
    var input = WireInput(json: JSONReader(frame), texts: texts, layouts: layouts)
    swap(&input.pool, &pool)
    defer { swap(&input.pool, &pool) }
    var object = try input.json.beginObject()
    guard let key = try input.json.nextKey(&object) else { throw input.json.fault(.missing("m")) }
    guard key == "m" else { throw input.json.fault(.kindNotFirst) }
    _ = try input.json.peek()
    let start = input.json.offset
    let kind = try input.json.readName()
    guard let message = try read(kind, &input, &object, into: &sink) else {
      while try input.json.nextKey(&object) != nil { try input.json.skipValue() }
      try input.json.finish()
      throw WireError(at: start, .unknownKind(kind))
    }
    try input.json.finish()
    return try take(message, start)
  }

  // The tables are changed only when the frame has been read to its end.
  private mutating func take(_ message: Message, _ start: Int) throws(WireError) -> Message? {
    switch message {
    case .strings(let strings):
      let bytes = strings.texts.reduce(textBytes) { $0 + $1.utf8.count }
      guard strings.from == texts.count else { throw WireError(at: start, .outOfOrder("from")) }
      guard texts.count + strings.texts.count <= Limits.stringTable,
        bytes <= Limits.stringTableBytes
      else { throw WireError(at: start, .tooManyElements) }
      texts += strings.texts
      textBytes = bytes
      return nil
    case .columns(let columns):
      if let fault = layouts.take(columns) { throw WireError(at: start, fault) }
      return nil
    default:
      return message
    }
  }

  // Nil for a kind that this version does not know.
  private func read(
    _ kind: String, _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor,
    into sink: inout some RecordSink
  ) throws(WireError) -> Message? {
    if let row = RowKind(name: kind) {
      return .batch(try EncodedBatch.read(row, &input, &object, into: &sink))
    }
    switch kind {
    case "hello": return .hello(try EncodedHello.read(&input, &object))
    case "welcome": return .welcome(try EncodedWelcome.read(&input, &object))
    case "reject": return .reject(try EncodedReject.read(&input, &object))
    case "strings": return .strings(try EncodedStrings.read(&input, &object))
    case "columns": return .columns(try EncodedColumns.read(&input, &object))
    case "history": return .history(try EncodedHistory.read(&input, &object))
    case "lost": return .lost(try EncodedLost.read(&input, &object))
    case "beat":
      try EncodedBeat.read(&input, &object)
      return .beat
    case "bye": return .bye(try EncodedBye.read(&input, &object))
    case "want": return .want(try EncodedWant.read(&input, &object))
    case "credit": return .credit(try EncodedCredit.read(&input, &object))
    case "processes": return .processes(try EncodedProcesses.read(&input, &object))
    case "snapshotBegin": return .snapshotBegin(try EncodedSnapshotBegin.read(&input, &object))
    case "snapshotPart": return .snapshotPart(try EncodedSection.read(&input, &object, into: &sink))
    case "snapshotEnd": return .snapshotEnd(try EncodedSnapshotEnd.read(&input, &object))
    case "delta": return .delta(try EncodedSection.read(&input, &object, into: &sink))
    case "entries": return .entries(try EncodedEntries.read(&input, &object))
    case "note": return .note(try EncodedNote.read(&input, &object))
    case "result": return .result(try EncodedAnswer.read(&input, &object))
    case "error": return .error(try EncodedFailure.read(&input, &object))
    default: return try request(kind, &input, &object)
    }
  }

  private func request(
    _ kind: String, _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Message? {
    switch kind {
    case "subscribe": return .subscribe(try EncodedSubscribe.read(&input, &object))
    case "unsubscribe": return .unsubscribe(try EncodedUnsubscribe.read(&input, &object))
    case "why": return .why(try EncodedWhyRequest.read(&input, &object))
    case "causes": return .causes(try EncodedCausesRequest.read(&input, &object))
    case "attach":
      let (id, process) = try EncodedSelection.read(&input, &object)
      return .attach(AttachRequest(id: id, process: process))
    case "detach":
      let (id, process) = try EncodedSelection.read(&input, &object)
      return .detach(DetachRequest(id: id, process: process))
    case "list": return .list(ListRequest(id: try EncodedPlainRequest.read(&input, &object)))
    case "pass": return .pass(PassRequest(id: try EncodedPlainRequest.read(&input, &object)))
    default: return nil
    }
  }
}
