internal import InspectQuery
internal import InspectWire

/// Makes models of a few words: a binding a line.
struct Shop {
  var model = GraphModel()
  var facts = Shop.facts(now: 100)

  /// Facts of a process at a second of its time.
  static func facts(now seconds: Double) -> QueryFacts {
    QueryFacts(
      process: InstanceFacts(
        instance: InstanceID(high: 1, low: 2), name: "shop", pid: 4_711, startTime: 0,
        host: "here", mode: .armed,
        clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0)),
      now: moment(seconds))
  }

  static func moment(_ seconds: Double) -> Moment {
    Moment(microseconds: Int64(seconds * 1_000_000))
  }

  /// Declares a binding and tells its status.
  mutating func add(
    _ id: UInt64, _ name: String? = nil, _ colour: Colour = .green, _ code: ReasonCode? = nil,
    reads: [UInt64] = [], origin: UInt64? = nil, parameters: [Parameter] = [],
    since seconds: Double = 0, changes: UInt32 = 0, marks: Marks = [], scope: ScopeID? = nil,
    place: Place = .unknown(why: ""), target: Endpoint? = nil, direction: Direction = .oneWay,
    implicit: Set<UInt64> = []
  ) {
    let name = name ?? "b\(id)"
    let endpoint = target ?? Endpoint(owner: "Label", property: "p\(id)", valueType: "")
    model.apply(
      .binding(
        BindingRecord(
          id: BindingID(id), scope: scope, node: nil, name: name, stableKey: name, place: place,
          keyPath: nil, transformer: nil,
          source: Endpoint(owner: "Model", property: "s\(id)", valueType: ""), target: endpoint,
          direction: direction)))
    tell(
      id, colour, code, origin: origin, parameters: parameters, since: seconds, changes: changes,
      marks: marks)
    link(id, reads: reads, implicit: implicit)
  }

  /// Tells a status.
  mutating func tell(
    _ id: UInt64, _ colour: Colour, _ code: ReasonCode? = nil, origin: UInt64? = nil,
    parameters: [Parameter] = [], since seconds: Double = 0, changes: UInt32 = 0, marks: Marks = []
  ) {
    model.apply(
      StatusRecord(
        binding: BindingID(id), colour: colour,
        step: code.flatMap { ReasonCatalogue.entry(for: $0)?.step },
        reasons: code.map { [Reason($0, parameters)] } ?? [], since: Shop.moment(seconds),
        changes: changes, marks: marks, origin: origin))
  }

  /// Tells on what a binding depends.
  mutating func link(_ id: UInt64, reads: [UInt64], implicit: Set<UInt64> = []) {
    model.apply(
      .edges(
        EdgesRecord(
          binding: BindingID(id), precedents: reads.sorted().map { BindingID($0) },
          implicit: Set(implicit.map { BindingID($0) }))))
  }

  /// What a query finds, as numbers.
  func found(_ text: String) throws -> [UInt64] {
    try Query(text).matching(in: model, facts).map(\.rawValue)
  }

  /// The causes of all that fails.
  var causes: Causes { Causes(of: model, facts) }
}

/// A chance for tests that names its seed.
struct Dice {
  var generator: any RandomNumberGenerator

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
