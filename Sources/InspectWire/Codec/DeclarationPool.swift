/// What declarations on one connection have had in common lately, so that it is kept once.
///
/// Each name and each shape has one place, by its hash; another one that falls there takes it over. So
/// the pool is small, whatever a peer declares, and what it misses costs memory and nothing else.
struct DeclarationPool: Sendable {
  // Powers of two; made when the first is declared.
  private var names: [String] = []
  private var shapes: [BindingShape?] = []
  private static let nameCount = 4_096
  private static let shapeCount = 512
  /// Shorter texts lie within the string itself.
  private static let inlineBytes = 15

  /// The same name, in memory that it shares with an equal one.
  mutating func share(_ name: String) -> String {
    guard name.utf8.count > Self.inlineBytes else { return name }
    if names.isEmpty { names = [String](repeating: "", count: Self.nameCount) }
    let key = ExactText(name)
    let place = key.hashValue & (Self.nameCount - 1)
    if ExactText(names[place]) == key { return names[place] }
    names[place] = name
    return name
  }

  /// The same shape, as one object with an equal one.
  mutating func share(_ shape: BindingShape) -> BindingShape {
    if shapes.isEmpty { shapes = [BindingShape?](repeating: nil, count: Self.shapeCount) }
    let place = shape.hashValue & (Self.shapeCount - 1)
    if let known = shapes[place], known.isExactly(shape) { return known }
    shapes[place] = shape
    return shape
  }
}

extension BindingShape {
  /// Whether both say the same, byte for byte.
  fileprivate func isExactly(_ other: BindingShape) -> Bool {
    direction == other.direction && ExactText.areSame(keyPath, other.keyPath)
      && ExactText.areSame(transformer, other.transformer) && source.isExactly(other.source)
      && target.isExactly(other.target) && place.isExactly(other.place)
  }
}

extension Place {
  fileprivate func isExactly(_ other: Place) -> Bool {
    switch (self, other) {
    case (.source(let file, let line), .source(let otherFile, let otherLine)):
      line == otherLine && ExactText.areSame(file, otherFile)
    default: self == other
    }
  }
}
