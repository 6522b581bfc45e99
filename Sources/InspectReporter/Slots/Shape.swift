internal import InspectWire
internal import Synchronization

/// What bindings declared by the same line have in common.
final class Shape: Sendable {
  /// What of it travels.
  let told: BindingShape
  /// Stable key of the first binding of this shape.
  let stableKey: String
  /// Hash of the stable key, which other shapes may have too.
  let stableKeyHash: Int
  /// Whether its names say that its values must not leave the process.
  let isSecret: Bool
  /// Living bindings that have it; written under the registry's lock.
  let uses = Atomic<Int>(0)

  init(_ key: Key) {
    let declaration = key.declaration
    told = BindingShape(
      place: Bounded.place(declaration.place),
      keyPath: declaration.keyPath.map { Bounded.name($0) },
      transformer: declaration.transformer.map { Bounded.name($0) },
      source: Bounded.endpoint(declaration.source), target: Bounded.endpoint(declaration.target),
      direction: declaration.direction)
    let path = told.keyPath ?? told.source.property
    stableKey = Self.stableKey(place: told.place, path: path)
    stableKeyHash = stableKey.hashValue
    isSecret =
      Redaction.isSecret(names: [told.keyPath ?? ""]) || told.source.tellsSecret
      || told.target.tellsSecret
  }

  /// The shape of bindings that nobody is told of.
  static let empty = Shape(
    Key(
      BindingDeclaration(
        place: .unknown(why: ""), source: Endpoint(owner: "", property: "", valueType: ""),
        target: Endpoint(owner: "", property: "", valueType: ""))))

  /// Whether the name is one of those that made it secret or not.
  func hasAsked(_ name: String) -> Bool {
    name == told.keyPath || name == told.source.property
  }

  /// Whether a declaration has this shape, without a key; what was cut has not.
  func `is`(of declaration: BindingDeclaration) -> Bool {
    told.place == declaration.place && told.direction == declaration.direction
      && ExactText.areSame(told.keyPath, declaration.keyPath)
      && ExactText.areSame(told.transformer, declaration.transformer)
      && told.source.isExactly(declaration.source) && told.target.isExactly(declaration.target)
  }

  /// A small number that tells most shapes of a loop apart.
  static func bucket(of declaration: BindingDeclaration) -> Int {
    var number = (declaration.keyPath ?? declaration.source.property).utf8.reduce(0) {
      $0 &* 31 &+ Int($1)
    }
    if case .source(_, let line) = declaration.place { number = number &* 31 &+ line }
    return number & 0xffff
  }

  // Where it stands and what it reads.
  private static func stableKey(place: Place, path: String) -> String {
    switch place {
    case .source(let file, let line): "\(file):\(line)/\(path)"
    case .code(let addresses): "\(addresses.first?.offset ?? 0)/\(path)"
    case .unknown: "?/\(path)"
    }
  }

  /// By what shapes are found again: all of a declaration but scope, node and name, byte for byte.
  struct Key: Hashable {
    let declaration: BindingDeclaration

    init(_ declaration: BindingDeclaration) { self.declaration = declaration }

    static func == (one: Self, other: Self) -> Bool {
      let (one, other) = (one.declaration, other.declaration)
      return one.place == other.place && one.direction == other.direction
        && ExactText.areSame(one.keyPath, other.keyPath)
        && ExactText.areSame(one.transformer, other.transformer)
        && one.source.isExactly(other.source) && one.target.isExactly(other.target)
    }

    // One line of a program rarely declares two shapes: hashing the rest costs more than it saves.
    func hash(into hasher: inout Hasher) {
      switch declaration.place {
      case .source(let file, let line):
        hasher.combine(file.utf8.count)
        hasher.combine(line)
      case .code(let addresses): hasher.combine(addresses.first?.offset)
      case .unknown: break
      }
      hasher.combine(ExactText(declaration.keyPath ?? declaration.source.property))
    }
  }
}

extension Endpoint {
  /// Whether its names say that its value must not leave the process.
  var tellsSecret: Bool { Redaction.isSecret(names: [owner, property, valueType]) }
}
