internal import InspectWire

/// What a term of a query asks about.
package enum QueryField: String, CaseIterable, Hashable, Sendable {
  case status, reason, step, process, scope, place, mark, name, value, age, rate, changes

  /// What a field is compared with.
  enum Kind: Hashable {
    /// One of a few words.
    case choice([String])
    /// A text, whole or in pieces.
    case text
    /// A number with these units; the first unit is the one that is suggested.
    case quantity([Unit])
  }

  /// A unit with its worth in the smallest one of its field.
  struct Unit: Hashable {
    let name: String
    let worth: UInt64
  }

  /// Finds a field by its name or by another name of it.
  init?(named name: String) {
    if name == "file" { self = .place } else { self.init(rawValue: name) }
  }

  /// All names, other ones included.
  static let names = allCases.map(\.rawValue) + ["file"]

  /// What the field is compared with.
  var kind: Kind {
    switch self {
    case .status: .choice(Colour.allCases.map(\.name))
    case .step: .choice(Step.allCases.map(\.name))
    case .mark: .choice(Self.markNames)
    case .reason, .process, .scope, .place, .name, .value: .text
    case .age: .quantity(Self.times)
    case .rate: .quantity(Self.rates)
    case .changes: .quantity([Unit(name: "", worth: 1)])
    }
  }

  /// A term of this field, to show how it is written.
  var example: String {
    switch self {
    case .status: "status:red,yellow"
    case .reason: "reason:path-object-nil"
    case .step: "step:transformer"
    case .process: "process:cart*"
    case .scope: "scope:list"
    case .place: "place:Checkout.swift"
    case .mark: "mark:secret"
    case .name: "name:total"
    case .value: "value~\"n/a\""
    case .age: "age>5s"
    case .rate: "rate>100/s"
    case .changes: "changes>3"
    }
  }

  // Names of marks have spaces; here they are one word.
  private static let markNames = Marks.named.map { mark in
    String(mark.name.map { $0 == " " ? "-" : $0 })
  }
  // In milliseconds.
  private static let times = [
    Unit(name: "s", worth: 1_000), Unit(name: "ms", worth: 1), Unit(name: "m", worth: 60_000),
    Unit(name: "h", worth: 3_600_000),
  ]
  // In values a minute.
  private static let rates = [Unit(name: "/s", worth: 60), Unit(name: "/m", worth: 1)]
}
