/// One end of a binding: a property of an object.
public struct Endpoint: Hashable, Sendable {
  /// Class of the object; empty where it is not known yet.
  public var owner: String
  /// Property, or the whole key path as it was declared.
  public var property: String
  /// Declared type of the value; empty where it is not known yet.
  public var valueType: String

  /// Takes the three as they are.
  public init(owner: String, property: String, valueType: String) {
    self.owner = owner
    self.property = property
    self.valueType = valueType
  }
}

/// Which way a binding carries values.
public enum Direction: UInt8, CaseIterable, Sendable {
  /// From source to target.
  case oneWay
  /// Both ways.
  case twoWay

  /// The name on the wire and for people.
  public var name: String {
    switch self {
    case .oneWay: "one-way"
    case .twoWay: "two-way"
    }
  }
}

/// Where a node is drawn, in points of its window.
public struct Frame: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Upper edge.
  public var y: Double
  /// Width; never negative.
  public var width: Double
  /// Height; never negative.
  public var height: Double

  /// Takes the four as they are; they must be finite to travel.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension Endpoint {
  /// Whether all three agree byte for byte; equal texts may differ in their form.
  package func isExactly(_ other: Endpoint) -> Bool {
    ExactText.areSame(property, other.property) && ExactText.areSame(owner, other.owner)
      && ExactText.areSame(valueType, other.valueType)
  }
}
