/// A JSON value as a tree, for files and for what tools print; messages are read without it.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  /// Members in the order in which they are written.
  case object([Member])

  /// A key with its value.
  package struct Member: Equatable, Sendable {
    /// The key; unique by its bytes in its object.
    package var key: String
    /// The value.
    package var value: JSON

    /// Takes both as they are.
    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The member of that key, compared by bytes; nil where this is no object or has none.
  package subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The element at that place; nil where this is no array or is shorter.
  package subscript(_ index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text, if this is one.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, if this is one.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, if this is a whole one or the decimal text of one.
  package var int: Int64? {
    switch self {
    case .int(let number): number
    case .string(let text): Int64(text)
    default: nil
    }
  }

  /// The number from 0 to 2^64−1, if this is such or the decimal text of one.
  package var unsigned: UInt64? {
    switch self {
    case .int(let number): UInt64(exactly: number)
    case .string(let text): UInt64(text)
    default: nil
    }
  }

  /// The number, if this is one.
  package var double: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The elements, if this is an array.
  package var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members, if this is an object.
  package var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// A whole number of any size: above 2^53 as decimal text.
  package static func number(_ number: UInt64) -> JSON {
    if number <= Limits.exactInteger, let small = Int64(exactly: number) { return .int(small) }
    return .string(String(number))
  }
}

// MARK: Literals

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .int(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
