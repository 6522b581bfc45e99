private import BindInspect
internal import Foundation

/// A number on its way between the types of Swift and the box that Foundation's formatters take.
struct Number {
  let boxed: NSNumber

  /// Whether values of a type are numbers.
  static func holds(_ type: any Any.Type) -> Bool {
    type is any Numeric.Type || type is NSNumber.Type
  }

  init(boxed: NSNumber) { self.boxed = boxed }

  /// Boxes a value; nil where it is no number.
  init?(_ value: Any) {
    switch value {
    case let value as Decimal: boxed = value as NSDecimalNumber
    case let value as any BinaryFloatingPoint: boxed = NSNumber(value: Double(value))
    case let value as any FixedWidthInteger:
      if let value = Int64(exactly: value) {
        boxed = NSNumber(value: value)
      } else if let value = UInt64(exactly: value) {
        boxed = NSNumber(value: value)
      } else {
        return nil
      }
    case let value as NSNumber: boxed = value
    default: return nil
    }
  }

  /// The number as a value of that type.
  ///
  /// - Throws: If the type cannot hold it as it is: losing a part in silence is worse than asking.
  func value(of type: any Any.Type) throws -> Any {
    if type == Decimal.self { return boxed.decimalValue }
    if type == NSNumber.self { return boxed }
    if let type = type as? any FixedWidthInteger.Type { return try integer(type) }
    if let type = type as? any BinaryFloatingPoint.Type { return floating(type) }
    throw TypeMismatch(expected: type, found: boxed)
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    // By its text: a Double does not hold every integer.
    if let value = Integer(boxed.stringValue) { return value }
    if let value = Integer(exactly: boxed.doubleValue) { return value }
    throw UnreadableText(
      boxed.stringValue, "a whole number from \(Integer.min) to \(Integer.max)")
  }

  private func floating<Floating: BinaryFloatingPoint>(_ type: Floating.Type) -> Floating {
    Floating(boxed.doubleValue)
  }
}
