/// `{"m": "snapshotBegin", "stream", "run", "why", "bindings"}`.
enum EncodedSnapshotBegin {
  static func write(_ begin: SnapshotBegin, to output: inout WireOutput) {
    output.begin("snapshotBegin")
    output.field("stream", begin.stream)
    output.field("run", name: begin.run.text)
    output.field("why", name: begin.why)
    output.field("bindings", begin.bindings)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> SnapshotBegin {
    var stream: UInt64?
    var run: InstanceID?
    var why = ""
    var bindings: UInt64 = 0
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "stream": stream = try input.json.readUInt64()
      case "run": run = try input.instance(key)
      case "why": why = try input.json.readName()
      case "bindings": bindings = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return SnapshotBegin(
      stream: try input.require(stream, "stream"), run: try input.require(run, "run"), why: why,
      bindings: bindings)
  }
}

/// `{"m": "snapshotEnd", "stream", "run", "from", "to"}`.
enum EncodedSnapshotEnd {
  static func write(_ end: SnapshotEnd, to output: inout WireOutput) {
    output.begin("snapshotEnd")
    output.field("stream", end.stream)
    EncodedChainLink.write(end.link, to: &output)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> SnapshotEnd {
    var stream: UInt64?
    var link = EncodedChainLink()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "stream": stream = try input.json.readUInt64()
      default: if try !link.read(key, &input) { try input.json.skipValue() }
      }
    }
    return SnapshotEnd(stream: try input.require(stream, "stream"), link: try link.link(input))
  }
}

/// The fields `run`, `from` and `to` of a message on a stream.
struct EncodedChainLink {
  private var run: InstanceID?
  private var from: UInt64?
  private var to: UInt64?

  static func write(_ link: ChainLink, to output: inout WireOutput) {
    output.field("run", name: link.run.text)
    output.field("from", link.from)
    output.field("to", link.to)
  }

  /// Reads the field if it is one of the three; whether it was.
  mutating func read(_ key: String, _ input: inout WireInput) throws(WireError) -> Bool {
    switch key {
    case "run": run = try input.instance(key)
    case "from": from = try input.json.readUInt64()
    case "to": to = try input.json.readUInt64()
    default: return false
    }
    return true
  }

  /// The link, once all fields were read.
  func link(_ input: WireInput) throws(WireError) -> ChainLink {
    let (run, from, to) = (
      try input.require(run, "run"), try input.require(from, "from"), try input.require(to, "to")
    )
    guard from <= to else { throw input.json.fault(.outOfOrder("to")) }
    return ChainLink(run: run, from: from, to: to)
  }
}

/// `{"m": "entries", "stream", "instance", "rows": [entry, …], "lost": {"count", "from", "to"}}`.
enum EncodedEntries {
  static func write(_ entries: Entries, to output: inout WireOutput) {
    output.begin("entries")
    output.field("stream", entries.stream)
    output.field("instance", name: entries.instance.text)
    output.json.key("rows")
    output.json.beginArray()
    for entry in entries.entries { EncodedEntry.write(entry, to: &output) }
    output.json.endArray()
    if let lost = entries.lost {
      output.json.key("lost")
      output.json.beginObject()
      output.field("count", lost.count)
      output.field("from", lost.numbers.from)
      output.field("to", lost.numbers.to)
      output.json.endObject()
    }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Entries {
    var stream: UInt64?
    var instance: InstanceID?
    var entries: [HistoryEntry]?
    var lost: LostEntries?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "stream": stream = try input.json.readUInt64()
      case "instance": instance = try input.instance(key)
      case "rows":
        entries = try input.list { i throws(WireError) in try EncodedEntry.read(&i) }
      case "lost": lost = try input.optional { i throws(WireError) in try readLost(&i) }
      default: try input.json.skipValue()
      }
    }
    return Entries(
      stream: try input.require(stream, "stream"),
      instance: try input.require(instance, "instance"),
      entries: try input.require(entries, "rows"), lost: lost)
  }

  private static func readLost(_ input: inout WireInput) throws(WireError) -> LostEntries {
    var count: UInt64?
    var from: UInt64?
    var to: UInt64?
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "count": count = try input.json.readUInt64()
      case "from": from = try input.json.readUInt64()
      case "to": to = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return LostEntries(
      count: try input.require(count, "count"),
      numbers: NumberRange(
        from: try input.require(from, "from"), to: try input.require(to, "to")))
  }
}

/// `{"m": "note", "stream", "kind", "text"}`.
enum EncodedNote {
  static func write(_ note: Note, to output: inout WireOutput) {
    output.begin("note")
    output.field("stream", note.stream)
    output.field("kind", name: note.kind)
    output.field("text", text: note.text)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Note {
    var stream: UInt64?
    var kind: String?
    var text = ""
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "stream": stream = try input.json.readUInt64()
      case "kind": kind = try input.json.readName()
      case "text": text = try input.json.readText()
      default: try input.json.skipValue()
      }
    }
    return Note(
      stream: try input.require(stream, "stream"), kind: try input.require(kind, "kind"),
      text: text)
  }
}
