/// Where messages are written: JSON and the table of texts that goes with the connection.
struct WireOutput: Sendable {
  /// The message under way.
  var json = JSONWriter()
  /// The texts announced so far.
  var table: TextTable

  /// Writes a name, code, type or place: by number if it can be announced.
  mutating func name(_ text: String) {
    if let number = table.number(of: text) {
      json.unsigned(UInt64(number))
    } else {
      fullName(text)
    }
  }

  /// Writes a name in full, as one that hardly comes again.
  mutating func fullName(_ text: String) {
    // The other side refuses NUL in names; a name that has one must not cost the connection.
    if text.utf8.contains(0) {
      let scalars = text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }
      json.text(String(String.UnicodeScalarView(scalars)))
    } else {
      json.text(text)
    }
  }

  /// Writes a list of names in full.
  mutating func fullNames(_ texts: [String]) {
    json.beginArray()
    for text in texts { fullName(text) }
    json.endArray()
  }
}
