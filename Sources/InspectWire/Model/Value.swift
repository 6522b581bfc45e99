/// A value of the inspected program as another process may see it: a type and a payload, no markers
/// inside the value space.
///
/// NaN, the infinities, negative zero, 64-bit integers and nested optionals stay what they are.
public indirect enum Value: Hashable, Sendable {
  /// An optional without value.
  case none
  /// An optional with one: `.some(.none)` is not `.none`.
  case some(Value)
  /// A truth value.
  case bool(Bool)
  /// A signed integer of up to 64 bits.
  case int(Int64)
  /// An unsigned integer of up to 64 bits.
  case unsigned(UInt64)
  /// A floating-point number; compared by its bits, so NaN equals itself and −0 is not 0.
  case double(BitPattern)
  /// An exact decimal number as text.
  case decimal(String)
  /// A text, cut at a scalar border; the true length is in UTF-8 bytes.
  case string(String, byteCount: Int)
  /// Bytes, cut; with the true length.
  case bytes([UInt8], byteCount: Int)
  /// A date in microseconds since 1970, UTC.
  case date(microseconds: Int64)
  /// Elements in order, cut; with the true count.
  case array([Value], count: Int)
  /// Elements without order, cut; with the true count.
  case set([Value], count: Int)
  /// Keys and values, cut; with the true count.
  case dictionary([Entry], count: Int)
  /// Fields of a tuple or structure, with their labels.
  case record(type: String, [Field])
  /// A case of an enumeration with its payload.
  case enumeration(type: String, name: String, payload: [Field])
  /// An object; the handle asks for its fields.
  case object(type: String, handle: UInt64)
  /// The node of this value met before under that number, counted from 0 in the order of reading.
  case reference(Int)
  /// Anything else, by its description.
  case other(type: String, description: String)
  /// Reading it failed: type and text of the error.
  case error(type: String, text: String)
  /// It exists and is not told.
  case redacted

  /// A key with its value.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: Value
    /// The value.
    public var value: Value

    /// Takes both as they are.
    public init(key: Value, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// A label with its value.
  public struct Field: Hashable, Sendable {
    /// The label; empty where there is none.
    public var label: String
    /// The value.
    public var value: Value

    /// Takes both as they are.
    public init(label: String, value: Value) {
      self.label = label
      self.value = value
    }
  }

  /// A double that equals another when all its bits do.
  public struct BitPattern: Hashable, Sendable {
    /// The bits in the order of IEEE 754.
    public let bits: UInt64

    /// Takes the number's bits.
    public init(_ number: Double) { bits = number.bitPattern }

    /// The number.
    public var number: Double { Double(bitPattern: bits) }
  }
}
