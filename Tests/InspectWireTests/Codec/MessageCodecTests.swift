internal import InspectWire
internal import Testing

@Suite struct MessageCodecTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `random messages come back as they were`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    for _ in 0..<60 {
      let message = random.message()
      let frames = encoder.encode(message)
      for frame in frames.dropLast() {
        let announced = try decoder.decode(frame)
        #expect(announced == nil)
      }
      let read = try decoder.decode(try #require(frames.last))
      #expect(read == message)
      #expect(read.map(exact) == exact(message))
    }
  }

  @Test(arguments: [0, 3])
  func `a small or missing table changes nothing but the length`(texts: Int) throws {
    var random = RandomRecords(seed: 5)
    var encoder = MessageEncoder(tableTexts: texts)
    var decoder = MessageDecoder()
    for _ in 0..<300 {
      let message = random.message()
      var read: Message?
      for frame in encoder.encode(message) { read = try decoder.decode(frame) }
      #expect(read == message)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every prefix of a frame is an error at its end or before`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    for _ in 0..<12 {
      for frame in encoder.encode(random.message()) {
        for length in 0..<frame.count {
          let error = #expect(throws: WireError.self) {
            try decoder.decode(Array(frame[..<length]))
          }
          #expect(error.map { $0.offset <= length } == true)
        }
        _ = try decoder.decode(frame)
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a frame with a byte changed never traps`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    var outcomes = 0
    for _ in 0..<30 {
      var decoder = MessageDecoder()
      for frame in encoder.encode(random.message()) {
        for _ in 0..<40 where !frame.isEmpty {
          var wrong = frame
          wrong[random.chance.below(frame.count)] = UInt8(truncatingIfNeeded: random.chance.next())
          do { _ = try decoder.decode(wrong) } catch { #expect(error.offset <= wrong.count) }
          outcomes += 1
        }
      }
    }
    #expect(outcomes > 0)
  }

  @Test func `an unknown kind is told from a broken message`() {
    var decoder = MessageDecoder()
    let error = #expect(throws: WireError.self) {
      try decoder.decode(Array(#"{"m":"x-mine","a":[1,{"b":null}]}"#.utf8))
    }
    #expect(error?.kind == .unknownKind("x-mine"))
    #expect(error?.code == .unknownKind)
  }

  @Test(arguments: [
    #"{}"#, #"{"x":1,"m":"beat"}"#, #"{"m":1}"#, #"[]"#, #"{"m":"beat"} {}"#,
    #"{"m":"credit"}"#, #"{"m":"credit","seq":-1}"#, #"{"m":"credit","seq":1.0}"#,
    #"{"m":"credit","seq":1,"seq":2}"#, #"{"m":"want","level":9}"#,
    #"{"m":"hello","role":"king","protocol":[1,1]}"#, #"{"m":"hello","role":"observer"}"#,
    #"{"m":"hello","role":"observer","protocol":[2,1]}"#,
    #"{"m":"why","id":1,"name":"a\u0000b"}"#, #"{"m":"status","seq":1,"rows":[[1,0,0]]}"#,
    #"{"m":"snapshotEnd","stream":1,"run":"00000000000000000000000000000000","from":2,"to":1}"#,
    #"{"m":"subscribe","id":1,"instances":["xyz"],"level":1}"#,
    #"{"m":"attach","id":1,"process":{}}"#, #"{"m":"attach","id":1,"process":{"pid":4294967296}}"#,
    #"{"m":"strings","from":1,"texts":["a"]}"#,
    #"{"m":"columns","of":"status","names":["colour"]}"#,
    #"{"m":"columns","of":"edges","names":["binding","binding"]}"#,
  ])
  func `a message that breaks a rule is an error`(text: String) {
    var decoder = MessageDecoder()
    #expect(throws: WireError.self) { try decoder.decode(Array(text.utf8)) }
  }

  @Test func `fields, columns and cells of a newer version are passed over`() throws {
    var decoder = MessageDecoder()
    let frames = [
      #"{"m":"columns","of":"hologram","names":["a"]}"#,
      #"{"m":"columns","of":"status","names":["new","since","binding","newer","colour"]}"#,
    ]
    for frame in frames {
      let announced = try decoder.decode(Array(frame.utf8))
      #expect(announced == nil)
    }
    let read = try decoder.decode(
      Array(#"{"m":"status","new":{},"rows":[[[1],5,7,{"a":1},2]],"seq":3}"#.utf8))
    let status = StatusRecord(
      binding: BindingID(7), colour: .green, since: Moment(microseconds: 5))
    #expect(read == .batch(Batch(sequence: 3, records: [.status(status)])))
  }

  @Test(arguments: [
    #"[[1,0,0,0,0,null,null,null,null,null,1]]"#, #"[[1,0]]"#, #"[[]]"#, #"[[1,4,0]]"#,
    #"[[1,0,0,-1]]"#, #"[[1,0,0,4294967296]]"#, #"[[1,0,0,0,0,null,null,10]]"#,
    #"[[1,0,0,0,0,null,null,0]]"#, #"[[1,0,0,0,0,null,null,1,[[99]]]]"#, #"[[1,0,null]]"#,
    #"[[1,0,0,0,0,null,null,1,[["a",["b"]]]]]"#, #"[[1,0,0,0,0,[-1]]]"#,
    #"[[1,0,0,0,0,null,null,1,[["a",[],["b"]]]]]"#, #"[{}]"#, #"{}"#,
  ])
  func `a row that breaks a rule is an error`(rows: String) throws {
    var decoder = MessageDecoder()
    let columns =
      #"["binding","colour","since","changes","marks","counters","write","step","reasons","origin","good"]"#
    _ = try decoder.decode(Array(#"{"m":"columns","of":"status","names":\#(columns)}"#.utf8))
    #expect(throws: WireError.self) {
      try decoder.decode(Array(#"{"m":"status","seq":1,"rows":\#(rows)}"#.utf8))
    }
  }

  @Test func `a broken frame leaves the tables as they were`() throws {
    var decoder = MessageDecoder()
    _ = try decoder.decode(Array(#"{"m":"strings","from":0,"texts":["one"]}"#.utf8))
    #expect(throws: WireError.self) {
      try decoder.decode(Array(#"{"m":"strings","from":1,"texts":["two"]"#.utf8))
    }
    _ = try decoder.decode(Array(#"{"m":"strings","from":1,"texts":["two"]}"#.utf8))
  }

  @Test func `a message longer than the limit is refused before it is read`() {
    var decoder = MessageDecoder()
    let error = #expect(throws: WireError.self) {
      try decoder.decode([UInt8](repeating: 0x20, count: Limits.messageBytes + 1))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `records handed on one by one are those that are gathered`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    var (gathering, handing) = (MessageDecoder(), MessageDecoder())
    var (gathered, handed) = (GraphModel(), GraphModel())
    for _ in 0..<40 {
      for frame in encoder.encode(.delta(random.section())) {
        _ = try handing.decode(frame, into: &handed)
        guard case .delta(let section) = try gathering.decode(frame) else { continue }
        for record in section.records { gathered.apply(record) }
      }
    }
    #expect(handed == gathered)
  }

  @Test func `two spellings of a name stay two in the table`() throws {
    var encoder = MessageEncoder()
    var decoder = MessageDecoder()
    let names = ["Café Ångström", "Cafe\u{301} A\u{30A}ngstro\u{308}m"]
    let scopes = names.enumerated().map { place, name in
      Record.scope(
        ScopeRecord(
          id: ScopeID(UInt64(place)), parent: nil, name: name, owner: name, isBoundary: false))
    }
    var read: Message?
    for frame in encoder.encode(.batch(Batch(sequence: 1, records: scopes))) {
      read = try decoder.decode(frame)
    }
    guard case .batch(let batch) = read else { return #expect(Bool(false)) }
    let found = batch.records.compactMap {
      if case .scope(let scope) = $0 { scope.name } else { nil }
    }
    #expect(found.map { Array($0.utf8) } == names.map { Array($0.utf8) })
  }
}

/// A message as bytes, which tell apart what `==` on texts does not.
private func exact(_ message: Message) -> [[UInt8]] {
  var encoder = MessageEncoder(tableTexts: 0)
  return encoder.encode(message)
}
