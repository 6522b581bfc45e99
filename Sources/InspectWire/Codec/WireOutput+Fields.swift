extension WireOutput {
  /// Opens a message of that kind; `m` is its first key.
  mutating func begin(_ kind: String) {
    json.beginObject()
    json.key("m")
    json.text(kind)
  }

  /// Writes a field that is a name, in full.
  mutating func field(_ key: String, name: String) {
    json.key(key)
    fullName(name)
  }

  /// Writes a field that is free text.
  mutating func field(_ key: String, text: String) {
    json.key(key)
    json.text(text)
  }

  /// Writes a field that is a whole number.
  mutating func field(_ key: String, _ number: UInt64) {
    json.key(key)
    json.unsigned(number)
  }

  /// Writes a field that is a whole number.
  mutating func field(_ key: String, _ number: Int64) {
    json.key(key)
    json.integer(number)
  }

  /// Writes a field that is a truth value.
  mutating func field(_ key: String, _ truth: Bool) {
    json.key(key)
    json.bool(truth)
  }
}

extension WireInput {
  /// Reads a list of names in full.
  mutating func names() throws(WireError) -> [String] {
    try list { input throws(WireError) in try input.json.readName() }
  }
}
