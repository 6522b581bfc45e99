/// A value: `[tag, payload…]`, the tag in full; never a marker inside the payload's own space.
enum EncodedValue {
  static func write(_ value: Value, to output: inout WireOutput) {
    // A value nests as deep as its program likes; a message does not.
    guard output.json.depth + 4 <= Limits.nesting else {
      return tuple("other", &output) { output in
        output.json.text("")
        output.json.text("…")
      }
    }
    switch value {
    case .none: tuple("none", &output) { _ in }
    case .some(let inner): tuple("some", &output) { write(inner, to: &$0) }
    case .bool(let truth): tuple("bool", &output) { $0.json.bool(truth) }
    case .int(let number): tuple("int", &output) { $0.json.integer(number) }
    case .unsigned(let number): tuple("uint", &output) { $0.json.unsigned(number) }
    case .double(let bits): tuple("double", &output) { write(bits, to: &$0) }
    case .decimal(let text): tuple("decimal", &output) { $0.json.text(text) }
    case .string(let text, let count):
      tuple("string", &output) { output in
        output.json.text(text)
        if count != text.utf8.count { output.json.integer(Int64(count)) }
      }
    case .bytes(let bytes, let count):
      tuple("bytes", &output) { output in
        output.json.text(Base64.text(of: bytes))
        if count != bytes.count { output.json.integer(Int64(count)) }
      }
    case .date(let microseconds): tuple("date", &output) { $0.json.integer(microseconds) }
    case .array(let elements, let count): list("array", elements, count, &output)
    case .set(let elements, let count): list("set", elements, count, &output)
    case .dictionary(let entries, let count): dictionary(entries, count, &output)
    case .record(let type, let fields):
      tuple("record", &output) { output in
        output.name(type)
        write(fields, to: &output)
      }
    case .enumeration(let type, let name, let payload):
      tuple("enum", &output) { output in
        output.name(type)
        output.name(name)
        if !payload.isEmpty { write(payload, to: &output) }
      }
    case .object(let type, let handle):
      tuple("object", &output) { output in
        output.name(type)
        output.json.unsigned(handle)
      }
    case .reference(let number): tuple("reference", &output) { $0.json.integer(Int64(number)) }
    case .other(let type, let description): texts("other", type, description, &output)
    case .error(let type, let text): texts("error", type, text, &output)
    case .redacted: tuple("redacted", &output) { _ in }
    }
  }

  private static func tuple(
    _ tag: String, _ output: inout WireOutput, _ payload: (inout WireOutput) -> Void
  ) {
    output.json.beginArray()
    output.json.text(tag)
    payload(&output)
    output.json.endArray()
  }

  // JSON has no such numbers, and −0 is often read as 0: these travel as text.
  private static func write(_ bits: Value.BitPattern, to output: inout WireOutput) {
    let number = bits.number
    if bits == Value.BitPattern(.nan) {
      output.json.text("nan")
    } else if number.isNaN {
      output.json.text("nan:" + String(bits.bits, radix: 16))
    } else if number.isInfinite {
      output.json.text(number < 0 ? "-inf" : "inf")
    } else if number == 0, number.sign == .minus {
      output.json.text("-0")
    } else {
      output.json.double(number)
    }
  }

  private static func list(
    _ tag: String, _ elements: [Value], _ count: Int, _ output: inout WireOutput
  ) {
    tuple(tag, &output) { output in
      output.json.beginArray()
      for element in elements { write(element, to: &output) }
      output.json.endArray()
      if count != elements.count { output.json.integer(Int64(count)) }
    }
  }

  private static func dictionary(
    _ entries: [Value.Entry], _ count: Int, _ output: inout WireOutput
  ) {
    tuple("dictionary", &output) { output in
      output.json.beginArray()
      for entry in entries {
        write(entry.key, to: &output)
        write(entry.value, to: &output)
      }
      output.json.endArray()
      if count != entries.count { output.json.integer(Int64(count)) }
    }
  }

  // Label and value in turn.
  private static func write(_ fields: [Value.Field], to output: inout WireOutput) {
    output.json.beginArray()
    for field in fields {
      output.name(field.label)
      write(field.value, to: &output)
    }
    output.json.endArray()
  }

  private static func texts(
    _ tag: String, _ type: String, _ text: String, _ output: inout WireOutput
  ) {
    tuple(tag, &output) { output in
      output.name(type)
      output.json.text(text)
    }
  }
}
