import Foundation
import InspectWire
import TestSupport

/// Texts that try to be more than text; the viewer's tests read the same file.
struct Payloads {
  /// What travels, each with what it is to do.
  let all: [(kind: String, text: String)]
  /// Literals of JSON that nobody may take.
  let refused: [(kind: String, literal: String)]
  /// Bytes that are no UTF-8.
  let broken: [[UInt8]]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/display/payloads.json")
    let document = try JSON.parse(Array(Data(contentsOf: file)))
    func entries(_ key: String, _ text: String) -> [(String, String)] {
      document[key]?.elements?.map { ($0["kind"]?.string ?? "", $0[text]?.string ?? "") } ?? []
    }
    all = entries("payloads", "text").map { (kind: $0.0, text: $0.1) }
    refused = entries("refused", "literal").map { (kind: $0.0, literal: $0.1) }
    broken = (document["broken"]?.elements ?? []).map { digits in
      let digits = Array((digits.string ?? "").utf8)
      return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16) ?? 0
      }
    }
  }

  /// The texts in turn, none longer than a name may be.
  var texts: Texts { Texts(all: all.map { InspectWire.prefix(of: $0.text, bytes: 1_000) }) }

  /// As many texts that are nothing else.
  var plainTexts: Texts { Texts(all: all.map { _ in "plain" }) }

  /// Texts for the fields of many things.
  struct Texts {
    let all: [String]

    /// The text of a field of a thing: over all things each field has each text.
    func callAsFunction(_ thing: Int, _ field: Int) -> String {
      all[(thing + field * 61) % all.count]
    }
  }
}

/// What is in an output besides text; nil where there is nothing.
func hidden(in bytes: [UInt8]) -> String? {
  guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
  let scalars = Array(text.unicodeScalars)
  for (place, scalar) in scalars.enumerated() where scalar != "\n" && hides(scalar) {
    let near = scalars[max(0, place - 30)..<min(scalars.count, place + 30)]
      .map { $0.escaped(asASCII: true) }.joined()
    return "U+\(String(scalar.value, radix: 16)) at \(place): \(near)"
  }
  return nil
}

private func hides(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
    0xD800...0xDFFF, 0xE000...0xF8FF, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFFB, 0xFFFE...0xFFFF,
    0xE0000...0x10FFFF:
    true
  default: scalar.properties.isDefaultIgnorableCodePoint
  }
}
