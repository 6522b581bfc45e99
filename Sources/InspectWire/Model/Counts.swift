/// How many bindings have each colour.
public struct Counts: Hashable, Sendable {
  /// Verified and broken.
  public var red: UInt64
  /// Cannot be verified yet.
  public var yellow: UInt64
  /// Verified and working.
  public var green: UInt64
  /// Ended and not yet forgotten.
  public var grey: UInt64

  /// Takes the four as they are.
  public init(red: UInt64 = 0, yellow: UInt64 = 0, green: UInt64 = 0, grey: UInt64 = 0) {
    self.red = red
    self.yellow = yellow
    self.green = green
    self.grey = grey
  }

  /// Access by colour.
  public subscript(colour: Colour) -> UInt64 {
    get {
      switch colour {
      case .red: red
      case .yellow: yellow
      case .green: green
      case .grey: grey
      }
    }
    set {
      switch colour {
      case .red: red = newValue
      case .yellow: yellow = newValue
      case .green: green = newValue
      case .grey: grey = newValue
      }
    }
  }

  /// Bindings that have not ended.
  public var live: UInt64 { red &+ yellow &+ green }

  /// The worst colour that occurs; nil where there is no binding.
  public var worst: Colour? { Colour.allCases.first { self[$0] > 0 } }
}
