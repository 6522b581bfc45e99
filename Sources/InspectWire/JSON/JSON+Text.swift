extension JSON {
  /// The value on one line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// The value on one line.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value with a line for each member and element, two spaces a level, without a final newline.
  package var pretty: String {
    var text = ""
    appendPretty(to: &text, indent: "\n")
    return text
  }

  /// Writes the value after what stands there already.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let number): writer.exactInteger(number)
    case .double(let number): writer.double(number)
    case .string(let text): writer.text(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  private func appendPretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += index == 0 ? inner : "," + inner
        element.appendPretty(to: &text, indent: inner)
      }
      text += indent + "]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index == 0 ? inner : "," + inner) + JSON.string(member.key).text + ": "
        member.value.appendPretty(to: &text, indent: inner)
      }
      text += indent + "}"
    default:
      text += self.text
    }
  }
}
