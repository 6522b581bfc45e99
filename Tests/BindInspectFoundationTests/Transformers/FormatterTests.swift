import BindInspectFoundation
import Foundation
import Testing

@testable import BindInspect

@Suite struct Formatters {
  static func number(_ locale: String, style: NumberFormatter.Style = .decimal) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.numberStyle = style
    return formatter
  }

  static func day() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }

  @Test func `row 16: a number formatter formats and parses`() throws {
    let transformer = Self.number("en_US").anyTransformer
    #expect(try transformer.forward(1012) as? String == "1,012")
    #expect(try transformer.reverse?("1012", Int.self) as? Int == 1012)
  }

  @Test(arguments: ["5a", "1.2.3", "abc", "5%", "1 kg", "--5"])
  func `C08: a text that is no number as a whole is refused`(_ text: String) {
    let transformer = Self.number("en_US").anyTransformer
    #expect(throws: UnreadableText.self) { try transformer.reverse?(text, Double.self) }
  }

  @Test(arguments: [
    ("en_US", "1,500.5", 1500.5), ("sv_SE", "-3,6", -3.6), ("sv_SE", "\u{2212}3,6", -3.6),
    ("en_US", "1E3", 1000), ("en_US", " 7 ", 7),
  ])
  func `C08: a whole number is read as its locale writes it`(
    _ locale: String, _ text: String, _ number: Double
  ) throws {
    let transformer = Self.number(locale).anyTransformer
    #expect(try transformer.reverse?(text, Double.self) as? Double == number)
  }

  @Test(arguments: ["256", "-1", "3.7", "99999999999999999999"])
  func `C06: a number that the type cannot hold is refused, not cut`(_ text: String) {
    let transformer = Self.number("en_US").anyTransformer
    #expect(throws: UnreadableText.self) { try transformer.reverse?(text, UInt8.self) }
  }

  @Test func `a number is read as the type that is wanted`() throws {
    let types: [any Any.Type] = [
      UInt8.self, Int.self, Int64.self, Float.self, Double.self, Decimal.self,
    ]
    for type in types {
      let value = try #require(try Self.number("en_US").anyTransformer.reverse?("255", type))
      #expect(Swift.type(of: value) == type)
    }
  }

  @Test func `row 14: an empty text is no value`() throws {
    #expect(try Self.number("en_US").anyTransformer.reverse?("", Int.self) == nil)
    #expect(try Self.day().anyTransformer.reverse?("", Date.self) == nil)
  }

  @Test func `a date formatter formats and parses`() throws {
    let transformer = Self.day().anyTransformer
    let date = Date(timeIntervalSince1970: 0)
    #expect(try transformer.forward(date) as? String == "1970-01-01")
    #expect(try transformer.reverse?("1970-01-01", Date.self) as? Date == date)
    #expect(throws: UnreadableText.self) { try transformer.reverse?("1970-01-01x", Date.self) }
  }

  @Test func `what a formatter cannot format is told and not left empty`() {
    #expect(throws: TypeMismatch.self) { try Self.day().anyTransformer.forward("today") }
  }

  @Test func `a formatter's class tells its types`() {
    #expect(DateFormatter.signature.input == Date.self)
    #expect(DateFormatter.signature.output == String.self)
    #expect(NumberFormatter.signature.input == nil)
  }

  @Test func `a formatter that does not parse has no way back`() {
    #expect(ByteCountFormatter().anyTransformer.reverse == nil)
  }

  @Test func `a format style transforms, and parses where it can`() throws {
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))
    let transformer = Transformer<Int, String>(format: style).anyTransformer
    #expect(try transformer.forward(1234) as? String == "1,234")
    #expect(try transformer.reverse?("1,234", Int.self) as? Int == 1234)
  }
}
