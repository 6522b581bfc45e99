/// What bindings declared by the same line of a program have in common.
///
/// By reference, so that a million bindings hold it once for each line and not for each binding.
package final class BindingShape: Hashable, Sendable {
  package let place: Place
  package let keyPath: String?
  package let transformer: String?
  package let source: Endpoint
  package let target: Endpoint
  package let direction: Direction

  /// Takes the parts as they are.
  package init(
    place: Place, keyPath: String?, transformer: String?, source: Endpoint, target: Endpoint,
    direction: Direction
  ) {
    self.place = place
    self.keyPath = keyPath
    self.transformer = transformer
    self.source = source
    self.target = target
    self.direction = direction
  }

  /// The same but for what is given.
  package func with(
    place: Place? = nil, source: Endpoint? = nil, target: Endpoint? = nil
  ) -> BindingShape {
    BindingShape(
      place: place ?? self.place, keyPath: keyPath, transformer: transformer,
      source: source ?? self.source, target: target ?? self.target, direction: direction)
  }

  /// Whether both say the same.
  package static func == (one: BindingShape, other: BindingShape) -> Bool {
    one === other
      || (one.place == other.place && one.keyPath == other.keyPath
        && one.transformer == other.transformer && one.source == other.source
        && one.target == other.target && one.direction == other.direction)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(keyPath)
    hasher.combine(source)
  }
}
