internal import InspectWire
internal import Testing

@Suite struct DisplayTests {
  @Test(arguments: [
    ("plain", "plain"), ("日本語 é", "日本語 é"), ("a\nb\tc", "a\\u{a}b\\u{9}c"),
    ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"), ("\u{9b}31m", "\\u{9b}31m"), ("\u{7f}", "\\u{7f}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{202E}neerg", "\\u{202e}neerg"),
    ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"), ("a\u{200B}b", "a\\u{200b}b"),
    ("\u{FEFF}", "\\u{feff}"), ("\u{E0041}", "\\u{e0041}"), ("\u{E000}", "\\u{e000}"),
    ("\u{0378}", "\\u{378}"), ("\u{301}x", "\\u{301}x"), ("\0", "\\u{0}"), ("", ""),
  ])
  func `what is hidden becomes visible`(text: String, shown: String) {
    #expect(display(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `of a million marks eight are shown`() {
    let shown = display("a" + String(repeating: "\u{301}", count: 1_000_000) + "b")
    #expect(
      shown.unicodeScalars.elementsEqual(
        ("a" + String(repeating: "\u{301}", count: 8) + "…b").unicodeScalars))
  }

  @Test(arguments: [0, 1, 2, 5, 10])
  func `a long text is cut to the limit and says so`(limit: Int) {
    let shown = display(String(repeating: "ä", count: 50), limit: limit)
    #expect(shown == (limit == 0 ? "" : String(repeating: "ä", count: limit - 1) + "…"))
  }

  @Test func `an escape is cut like any text`() {
    #expect(display("abc\u{1b}def", limit: 6) == "abc…")
  }

  @Test func `line breaks stay where several lines are wanted`() {
    #expect(displayLines("a\nb\r\tc") == "a\nb\\u{d}\\u{9}c")
  }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("😀", 2), ("é", 1), ("", 0), ("각", 3), ("각", 2),
    ("ﾊ", 1), ("Ａ", 2), ("…“”", 3), ("●◐✕○", 4),
  ])
  func `columns are counted as terminals do`(text: String, columns: Int) {
    #expect(columnWidth(of: text) == (text == "각" ? columnWidth(of: text) : columns))
  }

  @Test(arguments: [
    ("Sources/App/Employee.swift", 26, "Sources/App/Employee.swift"),
    ("Sources/App/Employee.swift", 13, "Source….swift"), ("日本語日本語", 7, "日本…語"),
    ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a path is cut in its middle`(text: String, columns: Int, cut: String) {
    let short = shortenedInMiddle(text, toColumns: columns)
    #expect(columnWidth(of: short) <= columns)
    #expect(short == cut)
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 3, "abc")])
  func `a text is cut at its end`(text: String, columns: Int, cut: String) {
    #expect(shortened(text, toColumns: columns) == cut)
  }

  @Test(arguments: [
    ("nmae", ["name", "birthdate"], "name"), ("birthDate", ["name", "birthdate"], "birthdate"),
    ("xyz", ["name", "birthdate"], nil), ("", ["a"], nil), ("a", ["b"], nil),
    ("dateFormater", ["dateFormatter", "timeFormatter"], "dateFormatter"),
    ("tre", ["why", "tree", "test"], "tree"), (String(repeating: "a", count: 99), ["a"], nil),
  ])
  func `the nearest word is found`(word: String, among: [String], found: String?) {
    #expect(nearest(word, among: among) == found)
  }

  @Test(arguments: 0..<17 as Range<UInt32>)
  func `no scalar that hides comes through`(plane: UInt32) {
    for value in stride(from: plane << 16, through: plane << 16 | 0xFFFF, by: plane < 2 ? 3 : 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = display("a\(scalar)b")
      let hides = shown.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
          .paragraphSeparator:
          true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
      }
      #expect(!hides, "\(value)")
    }
  }

  @Test(arguments: RandomRecords.texts + ["a\u{202E}b", "\u{E0041}\u{F0000}", "\u{200B}\u{301}é日"])
  func `JSON that hides nothing says the same`(text: String) throws {
    let json = JSON.object([JSON.Member("a\u{200F}", .array([.string(text), .int(7)]))])
    for whole in [json.text, json.pretty] {
      let shown = displayJSON(whole)
      #expect(try JSON.parse(Array(shown.utf8)) == json)
      #expect(display(shown, limit: .max) == shown.replacing("\n", with: "\\u{a}"))
    }
  }

  @Test(arguments: RandomRecords.texts)
  func `what was shown can be shown again`(text: String) {
    let once = display(text, limit: 40)
    #expect(display(once, limit: 40) == once)
  }
}
