/// Values whose sameness is that of the objects in them, whatever the objects say of themselves.
///
/// A property that holds one compares so: a look-alike in its place is a change.
public protocol ComparedByIdentity {
  /// Whether both hold the same objects.
  func isIdentical(to other: Self) -> Bool
}

extension ComparedByIdentity {
  func isIdentical(toAny other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return isIdentical(to: other)
  }
}

extension Optional: ComparedByIdentity where Wrapped: ComparedByIdentity {
  /// Whether both are nil or hold the same objects.
  public func isIdentical(to other: Self) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isIdentical(to: other)
    default: false
    }
  }
}

extension Array: ComparedByIdentity where Element: ComparedByIdentity {
  /// Whether both hold the same objects in the same order.
  public func isIdentical(to other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
  }
}
