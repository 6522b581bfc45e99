internal import InspectWire

/// Any text: shown, it has nothing hidden, keeps to its limit, and showing it twice changes nothing.
func fuzzDisplay(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let limit = Int(first) * 2
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let shown = display(text, limit: limit)
  for scalar in shown.unicodeScalars { expect(!isHidden(scalar), "U+\(scalar.value)") }
  expect(shown.utf8.count <= 64 * (limit + 1), "\(shown.utf8.count) bytes at a limit of \(limit)")
  expect(display(shown, limit: .max) == shown, "another text when shown twice: \(shown)")
  for scalar in displayLines(text, limit: limit).unicodeScalars where scalar != "\n" {
    expect(!isHidden(scalar), "U+\(scalar.value)")
  }
  let width = columnWidth(of: shown)
  for columns in [0, 1, 7, limit] {
    expect(columnWidth(of: shortened(shown, toColumns: columns)) <= max(columns, 0), "too wide")
    expect(columnWidth(of: shortenedInMiddle(shown, toColumns: columns)) <= max(columns, 0), "wide")
  }
  expect(shortened(shown, toColumns: width) == shown, "cut though it fits")
  let cut = prefix(of: text, bytes: limit)
  expect(cut.utf8.count <= limit && text.utf8.starts(with: cut.utf8), "not its beginning")
}

// Written apart from `display`: what a terminal could obey, or an eye not see.
private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0...0x1F, 0x7F...0x9F, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE0FFF, 0xE000...0xF8FF:
    true
  default: false
  }
}
