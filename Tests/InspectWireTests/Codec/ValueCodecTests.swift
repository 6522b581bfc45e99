internal import InspectWire
internal import Testing

@Suite struct ValueCodecTests {
  private func roundTrip(_ value: Value) throws -> Value? {
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let status = StatusRecord(
      binding: BindingID(1), colour: .green, since: Moment(microseconds: 0), lastGood: value)
    var read: Message?
    for frame in encoder.encode(.batch(Batch(sequence: 1, records: [.status(status)]))) {
      read = try decoder.decode(frame)
    }
    guard case .batch(let batch) = read, case .status(let status) = batch.records.first else {
      return nil
    }
    return status.lastGood
  }

  @Test func `D1: NaN, both infinities, negative zero and nil are five different values`() throws {
    let values: [Value] = [
      .double(Value.BitPattern(.nan)), .double(Value.BitPattern(.infinity)),
      .double(Value.BitPattern(-.infinity)), .double(Value.BitPattern(-0.0)), .none,
    ]
    #expect(try values.map(roundTrip) == values)
    #expect(Set(values).count == 5)
  }

  @Test(arguments: RandomRecords.doubles)
  func `a double keeps all its bits`(number: Double) throws {
    let value = Value.double(Value.BitPattern(number))
    #expect(try roundTrip(value) == value)
  }

  static let numbers: [UInt64] = [
    0, 1, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993, 1 << 63 - 1,
    1 << 63, .max,
  ]

  @Test(arguments: numbers)
  func `a whole number of 64 bits keeps all its digits`(number: UInt64) throws {
    #expect(try roundTrip(.unsigned(number)) == .unsigned(number))
    let signed = Int64(bitPattern: number)
    #expect(try roundTrip(.int(signed)) == .int(signed))
  }

  @Test func `nil in an optional is not nil`() throws {
    for value in [Value.none, .some(.none), .some(.some(.none)), .some(.int(1))] {
      #expect(try roundTrip(value) == value)
    }
  }

  @Test(arguments: 0...20)
  func `bytes come back`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) }
    #expect(try roundTrip(.bytes(bytes, byteCount: 1_000)) == .bytes(bytes, byteCount: 1_000))
  }

  @Test(arguments: [
    #"["bytes","A"]"#, #"["bytes","AB=="]"#, #"["bytes","A==="]"#, #"["bytes","=AAA"]"#,
    #"["bytes","AA\u0000A"]"#, #"["double","nana"]"#, #"["double","nan:0"]"#, #"["double","1"]"#,
    #"["decimal","1,5"]"#, #"["decimal",""]"#, #"["reference",-1]"#, #"["array",[],-1]"#,
    #"["int",9223372036854775808]"#, #"["int"]"#, #"[]"#, #"["dictionary",[["none"]]]"#,
    #"["string",1]"#, #"["some"]"#, #"["record"]"#, #"["double",1e999]"#,
  ])
  func `a value that breaks a rule is an error`(text: String) throws {
    var decoder = MessageDecoder()
    _ = try decoder.decode(
      Array(#"{"m":"columns","of":"status","names":["binding","colour","since","good"]}"#.utf8))
    #expect(throws: WireError.self) {
      try decoder.decode(Array(#"{"m":"status","seq":1,"rows":[[1,2,0,\#(text)]]}"#.utf8))
    }
  }

  @Test func `a value of a newer kind is kept by its kind`() throws {
    var decoder = MessageDecoder()
    _ = try decoder.decode(
      Array(#"{"m":"columns","of":"status","names":["binding","colour","since","good"]}"#.utf8))
    let read = try decoder.decode(
      Array(#"{"m":"status","seq":1,"rows":[[1,2,0,["hologram",[1,2],{}]]]}"#.utf8))
    guard case .batch(let batch) = read, case .status(let status) = batch.records[0] else {
      return #expect(Bool(false))
    }
    #expect(status.lastGood == .other(type: "hologram", description: ""))
  }
}
