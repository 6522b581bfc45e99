extension Value {
  /// The value as an object that names its kind; numbers that JSON cannot hold are texts.
  package var json: JSON {
    switch self {
    case .none: ["none": true]
    case .some(let inner): ["some": inner.json]
    case .bool(let truth): ["bool": .bool(truth)]
    case .int(let number): ["int": .string(String(number))]
    case .unsigned(let number): ["uint": .string(String(number))]
    case .double(let bits): ["double": .string(bits.number.description)]
    case .decimal(let text): ["decimal": .string(text)]
    case .string(let text, let count): ["string": .string(text), "bytes": .int(Int64(count))]
    case .bytes(let bytes, let count):
      ["base64": .string(Base64.text(of: bytes)), "bytes": .int(Int64(count))]
    case .date(let microseconds): ["date": .string(String(microseconds))]
    case .array(let elements, let count): list("array", elements, count)
    case .set(let elements, let count): list("set", elements, count)
    case .dictionary(let entries, let count):
      [
        "dictionary": .array(entries.map { ["key": $0.key.json, "value": $0.value.json] }),
        "count": .int(Int64(count)),
      ]
    case .record(let type, let fields): ["record": .string(type), "fields": json(fields)]
    case .enumeration(let type, let name, let payload):
      ["enum": .string(type), "case": .string(name), "payload": json(payload)]
    case .object(let type, let handle): ["object": .string(type), "handle": .number(handle)]
    case .reference(let number): ["reference": .int(Int64(number))]
    case .other(let type, let text): ["other": .string(type), "description": .string(text)]
    case .error(let type, let text): ["error": .string(type), "text": .string(text)]
    case .redacted: ["redacted": true]
    }
  }

  private func list(_ kind: String, _ elements: [Value], _ count: Int) -> JSON {
    .object([
      JSON.Member(kind, .array(elements.map(\.json))), JSON.Member("count", .int(Int64(count))),
    ])
  }

  private func json(_ fields: [Field]) -> JSON {
    .array(fields.map { ["label": .string($0.label), "value": $0.value.json] })
  }
}
