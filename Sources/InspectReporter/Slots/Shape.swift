internal import InspectWire
internal import Synchronization

/// What bindings declared by the same line have in common.
final class Shape: Sendable {
  let place: Place
  let keyPath: String?
  let transformer: String?
  let source: Endpoint
  let target: Endpoint
  let direction: Direction
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
    place = Bounded.place(declaration.place)
    keyPath = declaration.keyPath.map { Bounded.name($0) }
    transformer = declaration.transformer.map { Bounded.name($0) }
    source = Bounded.endpoint(declaration.source)
    target = Bounded.endpoint(declaration.target)
    direction = declaration.direction
    stableKey = Self.stableKey(place: place, path: keyPath ?? source.property)
    stableKeyHash = stableKey.hashValue
    isSecret = Redaction.isSecret(names: [keyPath ?? "", source.property, target.property])
  }

  /// The shape of bindings that nobody is told of.
  static let empty = Shape(
    Key(
      BindingDeclaration(
        place: .unknown(why: ""), source: Endpoint(owner: "", property: "", valueType: ""),
        target: Endpoint(owner: "", property: "", valueType: ""))))

  /// Whether the name is one of those that made it secret or not.
  func hasAsked(_ name: String) -> Bool { name == keyPath || name == source.property }

  /// Whether a declaration has this shape, without a key; what was cut has not.
  func `is`(of declaration: BindingDeclaration) -> Bool {
    place == declaration.place && direction == declaration.direction
      && Key.exact(keyPath, declaration.keyPath)
      && Key.exact(transformer, declaration.transformer)
      && Key.exact(source, declaration.source) && Key.exact(target, declaration.target)
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

    // Texts that differ in bytes alone are rare, so that equality of texts comes first.
    static func == (one: Self, other: Self) -> Bool {
      let (one, other) = (one.declaration, other.declaration)
      return one.place == other.place && one.direction == other.direction
        && exact(one.keyPath, other.keyPath) && exact(one.transformer, other.transformer)
        && exact(one.source, other.source) && exact(one.target, other.target)
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

    static func exact(_ one: Endpoint, _ other: Endpoint) -> Bool {
      exact(one.owner, other.owner) && exact(one.property, other.property)
        && exact(one.valueType, other.valueType)
    }

    static func exact(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      guard one.utf8.count == other.utf8.count else { return false }
      let same = unsafe one.utf8.withContiguousStorageIfAvailable { one in
        unsafe other.utf8.withContiguousStorageIfAvailable { other in
          // Mostly it is the very same text.
          unsafe one.baseAddress == other.baseAddress || one.elementsEqual(other)
        }
      }
      return same.flatMap(\.self) ?? (ExactText(one) == ExactText(other))
    }
  }
}
