/// `{"m": "processes", "id", "whole", "entries"}`.
enum EncodedProcesses {
  static func write(_ processes: Processes, to output: inout WireOutput) {
    output.begin("processes")
    output.field("id", processes.id)
    output.field("whole", processes.isWhole)
    output.json.key("entries")
    output.json.beginArray()
    for entry in processes.entries { EncodedProcessEntry.write(entry, to: &output) }
    output.json.endArray()
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Processes {
    var id: UInt64?
    var isWhole = false
    var entries: [ProcessEntry]?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "whole": isWhole = try input.json.readBool()
      case "entries":
        entries = try input.list { i throws(WireError) in try EncodedProcessEntry.read(&i) }
      default: try input.json.skipValue()
      }
    }
    return Processes(
      id: try input.require(id, "id"), isWhole: isWhole,
      entries: try input.require(entries, "entries"))
  }
}

/// A process: `{"facts", "state": {"is", …}, "counts": [red, yellow, green, grey], "lost", …}`.
enum EncodedProcessEntry {
  static func write(_ entry: ProcessEntry, to output: inout WireOutput) {
    output.json.beginObject()
    output.json.key("facts")
    EncodedFacts.write(entry.facts, to: &output)
    output.json.key("state")
    write(entry.state, to: &output)
    output.json.key("counts")
    output.json.beginArray()
    for colour in Colour.allCases { output.json.unsigned(entry.counts[colour]) }
    output.json.endArray()
    output.field("lost", entry.lostEntries)
    if let range = entry.lostNumbers {
      output.json.key("lostNumbers")
      output.json.beginArray()
      output.json.unsigned(range.from)
      output.json.unsigned(range.to)
      output.json.endArray()
    }
    if entry.leftOut > 0 { output.field("leftOut", entry.leftOut) }
    output.json.endObject()
  }

  private static func write(_ state: ProcessEntry.State, to output: inout WireOutput) {
    output.json.beginObject()
    switch state {
    case .live:
      output.field("is", name: "live")
    case .stale(let since):
      output.field("is", name: "stale")
      output.field("since", since)
    case .ended(let how, let at):
      output.field("is", name: "ended")
      output.field("how", name: how)
      output.field("at", at)
    }
    output.json.endObject()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> ProcessEntry {
    var facts: InstanceFacts?
    var state: ProcessEntry.State?
    var counts = Counts()
    var lost: UInt64 = 0
    var range: NumberRange?
    var leftOut: UInt64 = 0
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "facts": facts = try EncodedFacts.read(&input)
      case "state": state = try self.state(&input)
      case "counts": counts = try self.counts(&input)
      case "lost": lost = try input.json.readUInt64()
      case "lostNumbers": range = try self.range(&input)
      case "leftOut": leftOut = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return ProcessEntry(
      facts: try input.require(facts, "facts"), state: try input.require(state, "state"),
      counts: counts, lostEntries: lost, lostNumbers: range, leftOut: leftOut)
  }

  private static func range(_ input: inout WireInput) throws(WireError) -> NumberRange? {
    let start = input.json.offset
    var numbers: [UInt64] = []
    var tuple = try input.beginTuple()
    while numbers.count < 2, try input.next(&tuple) { numbers.append(try input.json.readUInt64()) }
    try input.endTuple(&tuple)
    guard numbers.count == 2, numbers[0] <= numbers[1] else {
      throw WireError(at: start, .outOfRange("lostNumbers"))
    }
    return NumberRange(from: numbers[0], to: numbers[1])
  }

  private static func counts(_ input: inout WireInput) throws(WireError) -> Counts {
    var counts = Counts()
    var tuple = try input.beginTuple()
    for colour in Colour.allCases where try input.next(&tuple) {
      counts[colour] = try input.json.readUInt64()
    }
    try input.endTuple(&tuple)
    return counts
  }

  private static func state(_ input: inout WireInput) throws(WireError) -> ProcessEntry.State {
    let start = input.json.offset
    var word: String?
    var since: Int64?
    var how = ""
    var at: Int64?
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "is": word = try input.json.readName()
      case "since": since = try input.json.readInt64()
      case "how": how = try input.json.readName()
      case "at": at = try input.json.readInt64()
      default: try input.json.skipValue()
      }
    }
    switch try input.require(word, "is") {
    case "live": return .live
    case "stale": return .stale(sinceWall: try input.require(since, "since"))
    case "ended": return .ended(how: how, atWall: try input.require(at, "at"))
    default: throw WireError(at: start, .outOfRange("is"))
    }
  }
}
