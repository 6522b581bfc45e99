internal import InspectWire
internal import Synchronization

/// What was declared of a binding, as its slot keeps it: small, and shared where it can be.
struct Declared: Sendable {
  /// Number of the scope; 0 for none.
  let scope: UInt32
  /// Number of the node; 0 for none.
  let node: UInt32
  /// Which of those with an equal stable key it is, from 1.
  let ordinal: UInt32
  /// The part that bindings made by one line of the program have in common.
  let shape: Shape
}

/// What bindings declared by the same line have in common.
final class Shape: Sendable {
  let place: Place
  let keyPath: String?
  let transformer: String?
  let source: Endpoint
  let target: Endpoint
  let direction: Direction
  /// Whether its names say that its values must not leave the process.
  let isSecret: Bool
  /// Living bindings that have it; written under the registry's lock.
  let uses = Atomic<Int>(0)

  init(_ key: Key) {
    place = key.place
    keyPath = key.keyPath
    transformer = key.transformer
    source = key.source
    target = key.target
    direction = key.direction
    isSecret = Redaction.isSecret(names: [key.keyPath ?? "", source.property, target.property])
  }

  /// By what shapes are found again: all of it, byte for byte.
  struct Key: Hashable {
    let place: Place
    let keyPath: String?
    let transformer: String?
    let source: Endpoint
    let target: Endpoint
    let direction: Direction
    private let exact: [ExactText]

    init(_ declaration: BindingDeclaration) {
      place = Bounded.place(declaration.place)
      keyPath = declaration.keyPath.map { Bounded.name($0) }
      transformer = declaration.transformer.map { Bounded.name($0) }
      source = Bounded.endpoint(declaration.source)
      target = Bounded.endpoint(declaration.target)
      direction = declaration.direction
      exact = [source.property, target.property, keyPath ?? ""].map { ExactText($0) }
    }
  }

  /// The shape of bindings that nobody is told of.
  static let empty = Shape(
    Key(
      BindingDeclaration(
        place: .unknown(why: ""), source: Endpoint(owner: "", property: "", valueType: ""),
        target: Endpoint(owner: "", property: "", valueType: ""))))

  /// Stable key of the first binding of this shape.
  var stableKey: String { Self.stableKey(place: place, path: keyPath ?? source.property) }

  private static func stableKey(place: Place, path: String) -> String {
    switch place {
    case .source(let file, let line): "\(file):\(line)/\(path)"
    case .code(let addresses): "\(addresses.first?.offset ?? 0)/\(path)"
    case .unknown: "?/\(path)"
    }
  }
}
