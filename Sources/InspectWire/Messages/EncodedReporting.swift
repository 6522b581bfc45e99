/// `{"m": "strings", "from", "texts"}`.
enum EncodedStrings {
  static func write(_ strings: Strings, to output: inout WireOutput) {
    output.begin("strings")
    output.field("from", Int64(strings.from))
    output.json.key("texts")
    output.fullNames(strings.texts)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Strings {
    var from: Int?
    var texts: [String]?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "from": from = try input.json.readInteger(key)
      case "texts": texts = try input.names()
      default: try input.json.skipValue()
      }
    }
    return Strings(
      from: try input.require(from, "from"), texts: try input.require(texts, "texts"))
  }
}

/// `{"m": "columns", "of", "names"}`.
enum EncodedColumns {
  static func write(_ columns: Columns, to output: inout WireOutput) {
    output.begin("columns")
    output.field("of", name: columns.of)
    output.json.key("names")
    output.fullNames(columns.names)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Columns {
    var of: String?
    var names: [String]?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "of": of = try input.json.readName()
      case "names": names = try input.names()
      default: try input.json.skipValue()
      }
    }
    return Columns(of: try input.require(of, "of"), names: try input.require(names, "names"))
  }
}

/// `{"m": "history", "seq", "rows": [entry, …]}`.
enum EncodedHistory {
  static func write(_ history: History, to output: inout WireOutput) {
    output.begin("history")
    output.field("seq", history.sequence)
    output.json.key("rows")
    output.json.beginArray()
    for entry in history.entries { EncodedEntry.write(entry, to: &output) }
    output.json.endArray()
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> History {
    var sequence: UInt64?
    var entries: [HistoryEntry]?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "seq": sequence = try input.json.readUInt64()
      case "rows":
        entries = try input.list { i throws(WireError) in try EncodedEntry.read(&i) }
      default: try input.json.skipValue()
      }
    }
    return History(
      sequence: try input.require(sequence, "seq"), entries: try input.require(entries, "rows"))
  }
}

/// An entry of the history: `[number, at, binding, from, to, code]` for a change of colour,
/// `[number, at, binding, reason]` for an event.
enum EncodedEntry {
  static func write(_ entry: HistoryEntry, to output: inout WireOutput) {
    output.json.beginArray()
    output.json.unsigned(entry.number)
    output.json.integer(entry.at.microseconds)
    output.json.unsigned(entry.binding.rawValue)
    switch entry.kind {
    case .colour(let from, let to, let reason):
      output.json.unsigned(UInt64(from.rawValue))
      output.json.unsigned(UInt64(to.rawValue))
      if let reason { output.name(reason.rawValue) }
    case .event(let reason):
      EncodedReason.write(reason, to: &output)
    }
    output.json.endArray()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> HistoryEntry {
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("number")) }
    let number = try input.json.readUInt64()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("at")) }
    let at = Moment(microseconds: try input.json.readInt64())
    guard try input.next(&tuple) else { throw input.json.fault(.missing("binding")) }
    let binding = BindingID(try input.json.readUInt64())
    guard try input.next(&tuple) else { throw input.json.fault(.missing("from")) }
    let kind: HistoryEntry.Kind
    if try input.json.peek() == UInt8(ascii: "[") {
      kind = .event(try EncodedReason.read(&input))
    } else {
      let from: Colour = try input.code("from")
      guard try input.next(&tuple) else { throw input.json.fault(.missing("to")) }
      let to: Colour = try input.code("to")
      let reason = try input.next(&tuple) ? ReasonCode(try input.name()) : nil
      kind = .colour(from: from, to: to, reason: reason)
    }
    try input.endTuple(&tuple)
    return HistoryEntry(number: number, at: at, binding: binding, kind: kind)
  }
}

/// `{"m": "lost", "from", "to", "count", "why"}`.
enum EncodedLost {
  static func write(_ lost: Lost, to output: inout WireOutput) {
    output.begin("lost")
    output.field("from", lost.from)
    output.field("to", lost.to)
    output.field("count", lost.count)
    output.field("why", name: lost.why)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Lost {
    var from: UInt64?
    var to: UInt64?
    var count: UInt64?
    var why = ""
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "from": from = try input.json.readUInt64()
      case "to": to = try input.json.readUInt64()
      case "count": count = try input.json.readUInt64()
      case "why": why = try input.json.readName()
      default: try input.json.skipValue()
      }
    }
    return Lost(
      from: try input.require(from, "from"), to: try input.require(to, "to"),
      count: try input.require(count, "count"), why: why)
  }
}

/// `{"m": "bye", "why"}`.
enum EncodedBye {
  static func write(_ bye: Bye, to output: inout WireOutput) {
    output.begin("bye")
    output.field("why", name: bye.why)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Bye {
    var bye = Bye(why: "")
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "why": bye.why = try input.json.readName()
      default: try input.json.skipValue()
      }
    }
    return bye
  }
}

/// `{"m": "want", "level"}`.
enum EncodedWant {
  static func write(_ want: Want, to output: inout WireOutput) {
    output.begin("want")
    output.field("level", UInt64(want.level.rawValue))
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Want {
    var level: Level?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "level": level = try input.code(key)
      default: try input.json.skipValue()
      }
    }
    return Want(level: try input.require(level, "level"))
  }
}

/// `{"m": "credit", "seq"}`.
enum EncodedCredit {
  static func write(_ credit: Credit, to output: inout WireOutput) {
    output.begin("credit")
    output.field("seq", credit.sequence)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Credit {
    var sequence: UInt64?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "seq": sequence = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return Credit(sequence: try input.require(sequence, "seq"))
  }
}

/// `{"m": "beat"}`: the reporter lives and has nothing to say.
enum EncodedBeat {
  static func write(to output: inout WireOutput) {
    output.begin("beat")
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) {
    while try input.json.nextKey(&object) != nil { try input.json.skipValue() }
  }
}
