internal import InspectWire

/// Makes random records: few ids, so that they meet often, and every odd text.
struct RandomRecords {
  var chance: SeededGenerator

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  static let texts = [
    "", "name", "employee.name", "é", "e\u{301}", "日本語", "👩‍👩‍👧", "\u{202E}neerg", "\u{1b}[31m",
    "\"\\/\n\r\t\u{8}\u{c}", "\u{7f}\u{80}\u{9f}", "\u{2028}\u{2029}", "\u{FEFF}x", "\u{10FFFF}",
    "a\u{301}\u{302}\u{303}", "null", "0", "</script>", "%0A::error::",
    String(repeating: "long", count: 100),
  ]

  mutating func text() -> String { chance.pick(Self.texts) }

  mutating func record() -> Record {
    switch chance.below(12) {
    case 0: .scope(scope())
    case 1: .node(node())
    case 2, 3: .binding(binding())
    case 4: .edges(edges())
    case 5: .ended(ended())
    default: .status(status())
    }
  }

  mutating func records(_ count: Int) -> [Record] { (0..<count).map { _ in record() } }

  mutating func id() -> UInt64 {
    chance.chance(1, in: 20)
      ? chance.pick([0, 1 << 53 - 1, 1 << 53, 1 << 53 + 1, UInt64.max]) : UInt64(chance.below(12))
  }

  mutating func moment() -> Moment {
    Moment(microseconds: chance.pick([0, 1, -1, 1_234_567, 1 << 53, .max, .min]))
  }

  mutating func maybe<Value>(_ value: (inout Self) -> Value) -> Value? {
    chance.chance(1, in: 2) ? value(&self) : nil
  }

  mutating func list<Value>(_ most: Int, _ value: (inout Self) -> Value) -> [Value] {
    (0..<chance.below(most + 1)).map { _ in value(&self) }
  }

  mutating func scope() -> ScopeRecord {
    ScopeRecord(
      id: ScopeID(id()), parent: maybe { ScopeID($0.id()) }, name: text(), owner: text(),
      isBoundary: chance.chance(1, in: 2))
  }

  mutating func node() -> NodeRecord {
    NodeRecord(
      id: NodeID(id()), scope: ScopeID(id()), parent: maybe { NodeID($0.id()) }, className: text(),
      name: text(),
      frame: maybe {
        Frame(x: $0.chance.pick([0, -0.0, 1.5, -1e300]), y: 2, width: 1e-300, height: 4)
      })
  }

  mutating func binding() -> BindingRecord {
    BindingRecord(
      id: BindingID(id()), scope: maybe { ScopeID($0.id()) }, node: maybe { NodeID($0.id()) },
      name: text(), stableKey: text(), place: place(), keyPath: maybe { $0.text() },
      transformer: maybe { $0.text() }, source: endpoint(), target: endpoint(),
      direction: chance.pick(Direction.allCases))
  }

  mutating func endpoint() -> Endpoint {
    Endpoint(owner: text(), property: text(), valueType: text())
  }

  mutating func place() -> Place {
    switch chance.below(3) {
    case 0: .source(file: text(), line: chance.pick([0, 1, 42, .max, -1]))
    case 1:
      .code(
        list(3) {
          CodeAddress(module: $0.text(), buildID: $0.text(), offset: $0.id())
        })
    default: .unknown(why: text())
    }
  }

  mutating func status() -> StatusRecord {
    StatusRecord(
      binding: BindingID(id()), colour: chance.pick(Colour.allCases),
      step: maybe { $0.chance.pick(Step.allCases) }, reasons: list(2) { $0.reason() },
      since: moment(), changes: chance.pick([0, 1, .max]),
      marks: Marks(rawValue: chance.pick([0, 1, 512, .max])),
      lastWrite: maybe { WriteFact(place: $0.place(), thread: $0.text()) },
      lastGood: chance.chance(1, in: 4) ? value(depth: 3) : nil,
      counters: maybe {
        Counters(updates: $0.id(), suppressed: $0.id(), failures: 0, inspections: 0)
      }, origin: maybe { $0.id() })
  }

  mutating func reason() -> Reason {
    Reason(
      chance.pick([.ownerNotFound, .transformerRequired, ReasonCode("from-the-future")]),
      parameters(), trail: list(3) { Candidate($0.text(), $0.text()) },
      hint: maybe { Hint($0.chance.pick([.nearestName, HintCode("odd")]), $0.parameters()) })
  }

  mutating func parameters() -> [Parameter] {
    list(3) { Parameter($0.chance.pick(["path", "text", "input", "found"]), $0.text()) }
  }

  mutating func edges() -> EdgesRecord {
    let precedents = Array(Set(list(4) { BindingID($0.id()) })).sorted()
    return EdgesRecord(
      binding: BindingID(id()), precedents: precedents,
      implicit: Set(precedents.filter { _ in chance.chance(1, in: 2) }))
  }

  mutating func ended() -> EndedRecord {
    let subject: Subject =
      switch chance.below(3) {
      case 0: .scope(ScopeID(id()))
      case 1: .node(NodeID(id()))
      default: .binding(BindingID(id()))
      }
    return EndedRecord(subject: subject, at: moment())
  }

  mutating func value(depth: Int) -> Value {
    guard depth > 0 else { return .redacted }
    switch chance.below(20) {
    case 0: return .none
    case 1: return .some(value(depth: depth - 1))
    case 2: return .bool(chance.chance(1, in: 2))
    case 3: return .int(chance.pick([0, -1, 1 << 53, .max, .min]))
    case 4: return .unsigned(chance.pick([0, 1 << 53, 1 << 63, .max]))
    case 5: return .double(Value.BitPattern(Self.doubles[chance.below(Self.doubles.count)]))
    case 6: return .decimal("12345678901234567890.123")
    case 7: return .string(text(), byteCount: chance.pick([0, 5, 70_000]))
    case 8: return .bytes(list(9) { UInt8(truncatingIfNeeded: $0.chance.next()) }, byteCount: 12)
    case 9: return .date(microseconds: moment().microseconds)
    case 10: return .array(list(3) { $0.value(depth: depth - 1) }, count: 3)
    case 11: return .set(list(3) { $0.value(depth: depth - 1) }, count: 70)
    case 12:
      return .dictionary(
        list(2) { Value.Entry(key: $0.value(depth: depth - 1), value: $0.value(depth: depth - 1)) },
        count: 2)
    case 13: return .record(type: text(), fields(depth))
    case 14: return .enumeration(type: text(), name: text(), payload: fields(depth))
    case 15: return .object(type: text(), handle: id())
    case 16: return .reference(chance.below(100))
    case 17: return .other(type: text(), description: text())
    case 18: return .error(type: text(), text: text())
    default: return .redacted
    }
  }

  private mutating func fields(_ depth: Int) -> [Value.Field] {
    list(2) { Value.Field(label: $0.text(), value: $0.value(depth: depth - 1)) }
  }

  static let doubles: [Double] = [
    0, -0.0, 1, -1.5, .infinity, -.infinity, .nan, .signalingNaN, Double(nan: 7, signaling: false),
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 0.1, 1e16, 0x1p53, 1e22,
  ]
}
