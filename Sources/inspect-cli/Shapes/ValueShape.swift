internal import InspectWire

extension Value {
  /// A value as JSON: its kind and payload, exact; numbers that JSON has not are texts.
  var shape: JSON {
    switch self {
    case .none: .shape(["kind": "none"])
    case .some(let inner): .shape(["kind": "some", "value": inner.shape])
    case .bool(let truth): .shape(["kind": "bool", "value": .bool(truth)])
    case .int(let number):
      .shape([
        "kind": "int",
        "value": number.magnitude <= Limits.exactInteger ? .int(number) : .string("\(number)"),
      ])
    case .unsigned(let number): .shape(["kind": "unsigned", "value": .number(number)])
    case .double(let bits): .shape(["kind": "double", "value": .double(bits.number)])
    case .decimal(let digits): .shape(["kind": "decimal", "value": .string(digits)])
    case .string(let text, let count):
      .shape(["kind": "string", "value": .string(text), "byteCount": .int(Int64(count))])
    case .bytes(let bytes, let count):
      .shape([
        "kind": "bytes", "value": .array(bytes.map { .int(Int64($0)) }),
        "byteCount": .int(Int64(count)),
      ])
    case .date(let wall): .shape(["kind": "date", "value": .time(wall)])
    case .array(let elements, let count):
      .shape(["kind": "array", "value": .array(elements.map(\.shape)), "count": .int(Int64(count))])
    case .set(let elements, let count):
      .shape(["kind": "set", "value": .array(elements.map(\.shape)), "count": .int(Int64(count))])
    case .dictionary(let entries, let count):
      .shape([
        "kind": "dictionary",
        "value": .array(entries.map { .array([$0.key.shape, $0.value.shape]) }),
        "count": .int(Int64(count)),
      ])
    case .record(let type, let fields):
      .shape(["kind": "record", "type": .string(type), "fields": Self.shape(fields)])
    case .enumeration(let type, let name, let payload):
      .shape([
        "kind": "enumeration", "type": .string(type), "name": .string(name),
        "payload": Self.shape(payload),
      ])
    case .object(let type, let handle):
      .shape(["kind": "object", "type": .string(type), "handle": .number(handle)])
    case .reference(let number): .shape(["kind": "reference", "value": .int(Int64(number))])
    case .other(let type, let description):
      .shape(["kind": "other", "type": .string(type), "description": .string(description)])
    case .error(let type, let text):
      .shape(["kind": "error", "type": .string(type), "text": .string(text)])
    case .redacted: .shape(["kind": "redacted"])
    }
  }

  private static func shape(_ fields: [Field]) -> JSON {
    .array(fields.map { .shape(["label": .text(orNull: $0.label), "value": $0.value.shape]) })
  }
}
