internal import InspectWire

/// A value on one line, for people: as Swift would write it, with types where they are not plain.
struct ValueText {
  private let palette: Palette
  private let limit: Int
  private var text = ""

  /// The text, at most about so many characters.
  static func of(_ value: Value, _ palette: Palette, limit: Int = Limits.previewCharacters)
    -> String
  {
    var writer = ValueText(palette: palette, limit: limit)
    writer.write(value, depth: 0)
    return palette.cut(writer.text, to: limit)
  }

  private init(palette: Palette, limit: Int) {
    self.palette = palette
    self.limit = limit
  }

  // A value from the wire is nested at most as deep as a message may be.
  private mutating func write(_ value: Value, depth: Int) {
    guard text.utf8.count < limit * 4, depth < Limits.nesting else {
      text += palette.ellipsis
      return
    }
    switch value {
    case .none: text += "nil"
    case .some(let inner):
      guard case .none = inner else { return write(inner, depth: depth + 1) }
      text += ".some(nil)"
    case .bool(let truth): text += truth ? "true" : "false"
    case .int(let number): text += "\(number)"
    case .unsigned(let number): text += "\(number)"
    case .double(let bits): text += "\(bits.number)"
    case .decimal(let digits): text += palette.foreign(digits, limit: limit)
    case .string(let string, let count):
      text += "\"\(palette.foreign(string, limit: limit))\""
      if count > string.utf8.count { text += palette.ellipsis + " (\(count) bytes)" }
    case .bytes(let bytes, let count):
      text += "\(count) bytes"
      if !bytes.isEmpty {
        let digits = bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        text += ": " + digits.joined(separator: " ") + (count > 16 ? palette.ellipsis : "")
      }
    case .date(let wall): text += Clock.iso(wall)
    case .array(let elements, let count):
      list("[", elements, count, "]", depth)
    case .set(let elements, let count):
      list("set [", elements, count, "]", depth)
    case .dictionary(let entries, let count): write(entries, count, depth)
    case .record(let type, let fields):
      text += type.isEmpty ? "(" : palette.foreign(type) + "("
      write(fields, depth)
    case .enumeration(_, let name, let payload):
      text += "." + palette.foreign(name)
      guard !payload.isEmpty else { break }
      text += "("
      write(payload, depth)
    case .object(let type, _): text += palette.foreign(type)
    case .reference(let number): text += "the value \(number) again"
    case .other(let type, let description):
      text += palette.foreign(type) + ": " + palette.foreign(description, limit: limit)
    case .error(let type, let message):
      text += "could not be read: \(palette.foreign(message, limit: limit))"
      if !type.isEmpty { text += " (\(palette.foreign(type)))" }
    case .redacted: text += "kept back"
    }
  }

  private mutating func list(
    _ open: String, _ elements: [Value], _ count: Int, _ close: String, _ depth: Int
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      write(element, depth: depth + 1)
    }
    rest(of: count, shown: elements.count)
    text += close
  }

  private mutating func write(_ entries: [Value.Entry], _ count: Int, _ depth: Int) {
    text += entries.isEmpty ? "[:" : "["
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += ", " }
      write(entry.key, depth: depth + 1)
      text += ": "
      write(entry.value, depth: depth + 1)
    }
    rest(of: count, shown: entries.count)
    text += "]"
  }

  private mutating func write(_ fields: [Value.Field], _ depth: Int) {
    for (index, field) in fields.enumerated() {
      if index > 0 { text += ", " }
      if !field.label.isEmpty { text += palette.foreign(field.label) + ": " }
      write(field.value, depth: depth + 1)
    }
    text += ")"
  }

  private mutating func rest(of count: Int, shown: Int) {
    if count > shown { text += "\(shown > 0 ? ", " : "")\(palette.ellipsis) \(count) in all" }
  }
}
