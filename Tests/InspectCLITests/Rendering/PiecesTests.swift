import Foundation
import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Pieces of output` {
  @Test func `D1: not-a-number, the infinities, negative zero and nil are five things`() throws {
    let values: [Value] = [
      .double(.init(.nan)), .double(.init(.infinity)), .double(.init(-.infinity)),
      .double(.init(-0.0)), .none,
    ]
    let texts = values.map { ValueText.of($0, Palette()) }
    #expect(texts == ["nan", "inf", "-inf", "-0.0", "nil"])
    let shapes = JSON.array(values.map(\.shape)).text
    _ = try JSONSerialization.jsonObject(with: Data(shapes.utf8))
    #expect(Set(values.map(\.shape.text)).count == 5)
  }

  @Test(
    arguments: [
      (.some(.none), ".some(nil)"), (.some(.int(3)), "3"),
      (.string("a\u{1b}", byteCount: 2), "\"a\\u{1b}\""),
      (.string("ab", byteCount: 900), "\"ab\"… (900 bytes)"),
      (.bytes([1, 255], byteCount: 2), "2 bytes: 01 ff"),
      (.array([.int(1), .int(2)], count: 9), "[1, 2, … 9 in all]"),
      (.dictionary([], count: 0), "[:]"),
      (.record(type: "Point", [.init(label: "x", value: .int(1))]), "Point(x: 1)"),
      (.enumeration(type: "E", name: "full", payload: []), ".full"), (.redacted, "kept back"),
      (.error(type: "Oops", text: "no"), "could not be read: no (Oops)"),
      (.int(.min), "-9223372036854775808"), (.unsigned(.max), "18446744073709551615"),
    ] as [(Value, String)])
  func `a value reads as Swift would write it`(value: Value, text: String) {
    #expect(ValueText.of(value, Palette()) == text)
  }

  @Test func `a value nested without end is cut`() {
    let deep = (0..<10_000).reduce(Value.int(1)) { value, _ in .array([value], count: 1) }
    #expect(ValueText.of(deep, Palette()).count <= 121)
  }

  @Test(
    arguments: [
      (0, "14:05:00 (just now)"), (59, "14:04:01 (59 s ago)"), (180, "14:02:00 (3 min ago)"),
      (7_200, "12:05:00 (2 h ago)"), (86_400, "2026-11-29 14:05:00 (24 h ago)"),
      (864_000, "2026-11-20 14:05:00 (10 days ago)"), (-3_600, "15:05:00"),
    ] as [(Int64, String)])
  func `a time is told with how long ago it was`(seconds: Int64, text: String) {
    #expect(Samples.clock.timeAndAgo(Samples.now - seconds * 1_000_000) == text)
  }

  @Test func `a time for programs is in UTC and whole`() {
    #expect(Clock.iso(Samples.now + 250) == "2026-11-30T14:05:00.000250Z")
    #expect(Clock.iso(-1) == "1969-12-31T23:59:59.999999Z")
  }

  @Test func `colours stand around the text and never in it`() {
    var text = ""
    Line(Palette().sign(.red), Span(" name")).append(to: &text, coloured: true)
    #expect(text == "\u{1b}[1;31m✕\u{1b}[0m name")
  }

  @Test func `a line that is cut shows it`() {
    let line = Line(Span("abc"), Span("def"))
    #expect(line.cut(to: 6, Palette()).plain == "abcdef")
    #expect(line.cut(to: 5, Palette()).plain == "abcd…")
    #expect(line.cut(to: 3, Palette()).plain == "ab…")
  }

  @Test func `text wraps at words, paths at their parts, all else where it must`() {
    #expect(WrappedText.lines(of: "one two three", columns: 8) == ["one two", "three"])
    #expect(
      WrappedText.lines(of: "/usr/local/libexec/thing", columns: 12)
        == ["/usr/local/", "libexec/", "thing"])
    #expect(WrappedText.lines(of: "日本語日本語", columns: 8) == ["日本語日", "本語"])
  }

  @Test func `E5: what is not green has code, sentence, step, place and help`() {
    for entry in ReasonCatalogue.all {
      guard let step = entry.step, let colour = entry.colour else { continue }
      var status = Samples.red
      status.colour = colour
      status.step = step
      status.reasons = [
        Reason(entry.code, entry.parameters.map { Parameter($0.name, "x") })
      ]
      let text = ShowText(Samples.text(Samples.explanation(status))).lines.map(\.plain)
        .joined(separator: "\n")
      for word in [
        entry.code.rawValue, "step \(step.rawValue) of 9, \(step.name)",
        "Employees/EmployeeCell.swift:31", "inspect-cli explain \(entry.code.rawValue)",
      ] { #expect(text.contains(word), "\(entry.code.rawValue): \(word)") }
    }
  }
}
