/// A binding's newest status as a row:
/// `[binding, colour, since, changes, marks, counters, write, step, reasons, origin, good]`.
enum EncodedStatus {
  static func write(_ status: StatusRecord, to output: inout WireOutput) {
    var end = RowEnd(.status)
    end.says(3, status.changes != 0)
    end.says(4, status.marks.rawValue != 0)
    end.says(5, status.counters != nil)
    end.says(6, status.lastWrite != nil)
    end.says(7, status.step != nil)
    end.says(8, !status.reasons.isEmpty)
    end.says(9, status.origin != nil)
    end.says(10, status.lastGood != nil)
    output.json.beginArray()
    output.json.unsigned(status.binding.rawValue)
    output.json.unsigned(UInt64(status.colour.rawValue))
    output.json.integer(status.since.microseconds)
    output.cell(3, end, UInt64(status.changes))
    output.cell(4, end, UInt64(status.marks.rawValue))
    output.cell(5, end, status.counters) { write($1, to: &$0) }
    output.cell(6, end, status.lastWrite) { write($1, to: &$0) }
    output.cell(7, end, status.step) { $0.json.unsigned(UInt64($1.rawValue)) }
    output.cell(8, end, status.reasons.isEmpty ? nil : status.reasons) { output, reasons in
      output.json.beginArray()
      for reason in reasons.prefix(Limits.reasons) { EncodedReason.write(reason, to: &output) }
      output.json.endArray()
    }
    output.cell(9, end, status.origin) { $0.json.unsigned($1) }
    output.cell(10, end, status.lastGood) { EncodedValue.write($1, to: &$0) }
    output.json.endArray()
  }

  static func read(
    _ row: inout RowReading, _ input: inout WireInput
  ) throws(WireError) -> StatusRecord {
    // Apart until the end: a record in the making would be moved about with each cell.
    var binding: UInt64 = 0
    var colour = Colour.yellow
    var since: Int64 = 0
    var changes: UInt32 = 0
    var marks: UInt32 = 0
    var counters: Counters?
    var lastWrite: WriteFact?
    var step: Step?
    var reasons: [Reason] = []
    var origin: UInt64?
    var lastGood: Value?
    try row.begin(&input)
    while let column = try row.nextColumn(&input) {
      switch column {
      case 0: binding = try input.json.readUInt64()
      case 1: colour = try input.code("colour")
      case 2: since = try input.json.readInt64()
      case 3: changes = try input.json.readUInt32("changes")
      case 4: marks = try input.json.readUInt32("marks")
      case 5: counters = try self.counters(&input)
      case 6: lastWrite = try writeFact(&input)
      case 7: step = try input.code("step")
      case 8:
        reasons = try input.list(limit: Limits.reasons) { input throws(WireError) in
          try EncodedReason.read(&input)
        }
      case 9: origin = try input.json.readUInt64()
      default: lastGood = try EncodedValue.read(&input)
      }
    }
    return StatusRecord(
      binding: BindingID(binding), colour: colour, step: step, reasons: reasons,
      since: Moment(microseconds: since), changes: changes, marks: Marks(rawValue: marks),
      lastWrite: lastWrite, lastGood: lastGood, counters: counters, origin: origin)
  }

  // Zeros at the end are left out.
  private static func write(_ counters: Counters, to output: inout WireOutput) {
    output.json.beginArray()
    if counters != Counters() { output.json.unsigned(counters.updates) }
    if counters.suppressed | counters.failures | counters.inspections != 0 {
      output.json.unsigned(counters.suppressed)
    }
    if counters.failures | counters.inspections != 0 { output.json.unsigned(counters.failures) }
    if counters.inspections != 0 { output.json.unsigned(counters.inspections) }
    output.json.endArray()
  }

  private static func counters(_ input: inout WireInput) throws(WireError) -> Counters {
    var counters = Counters()
    var tuple = try input.beginTuple()
    if try input.next(&tuple) { counters.updates = try input.json.readUInt64() }
    if try input.next(&tuple) { counters.suppressed = try input.json.readUInt64() }
    if try input.next(&tuple) { counters.failures = try input.json.readUInt64() }
    if try input.next(&tuple) { counters.inspections = try input.json.readUInt64() }
    try input.endTuple(&tuple)
    return counters
  }

  private static func write(_ fact: WriteFact, to output: inout WireOutput) {
    output.json.beginArray()
    EncodedPlace.write(fact.place, to: &output)
    if !fact.thread.isEmpty { output.name(fact.thread) }
    output.json.endArray()
  }

  private static func writeFact(_ input: inout WireInput) throws(WireError) -> WriteFact {
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("place")) }
    let place = try EncodedPlace.read(&input)
    let thread = try input.nextName(&tuple)
    try input.endTuple(&tuple)
    return WriteFact(place: place, thread: thread)
  }
}
