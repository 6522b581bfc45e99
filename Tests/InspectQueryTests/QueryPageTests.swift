internal import Foundation
internal import InspectWire
internal import Testing

@testable internal import InspectQuery

/// What `docs/query.md` says is so.
@Suite struct QueryPageTests {
  private static let page: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/query.md"), encoding: .utf8)) ?? ""
  }()

  /// Rows of the table below a heading of columns; a `|` in a code span parts nothing.
  private static func rows(_ heading: String) -> [[String]] {
    let lines = page.components(separatedBy: "\n")
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      var cells = [""]
      var isCode = false
      for character in line.dropFirst(2).dropLast(2) {
        if character == "`" { isCode.toggle() }
        if character == "|", !isCode {
          cells.append("")
        } else {
          cells[cells.count - 1].append(character)
        }
      }
      return cells.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func code(_ cell: String) -> String { cell.trimmingCharacters(in: ["`"]) }

  private static func makeShop() -> Shop {
    var shop = Shop()
    let heading =
      "| id | name | status | reason | for | changes | declared | scope | reads |"
    for row in rows(heading) {
      let scope = ScopeID(UInt64(row[7].utf8.reduce(0) { $0 + Int($1) }))
      shop.model.apply(
        .scope(ScopeRecord(id: scope, parent: nil, name: row[7], owner: "", isBoundary: false)))
      let place = row[6].split(separator: ":")
      let seconds = Double(row[4].dropLast(2)) ?? 0
      shop.add(
        UInt64(row[0]) ?? 0, row[1], Colour(name: row[2]) ?? .grey,
        row[3] == "–" ? nil : ReasonCode(row[3]),
        reads: row[8].split(separator: " ").compactMap { UInt64($0) },
        since: 100 - seconds, changes: UInt32(row[5]) ?? 0,
        marks: row[1] == "password" ? .secret : [], scope: scope,
        place: .source(file: String(place[0]), line: Int(place[1]) ?? 0))
    }
    shop.facts.value = { $0.rawValue == 3 ? "n/a" : nil }
    shop.facts.rate = { $0.rawValue == 6 ? 240 : nil }
    return shop
  }

  @Test func `each example finds what the page says`() throws {
    let rows = Self.rows("| query | finds |")
    #expect(rows.count > 20)
    let shop = Self.makeShop()
    for row in rows {
      let query = Self.code(row[0])
      let found = try shop.found(query)
      #expect(found.map(String.init).joined(separator: " ") == row[1], "\(query)")
    }
  }

  @Test func `each mistake is told as the page says`() throws {
    let rows = Self.rows("| query | what is wrong | at |")
    #expect(rows.count > 10)
    for row in rows {
      let query = Self.code(row[0])
      let error = try #require(throws: QueryError.self, "\(query)") { try Query(query) }
      #expect(error.kind.rawValue == row[1], "\(query)")
      #expect(String(error.offset) == row[2], "\(query)")
    }
  }

  @Test func `the page lists every field with its words and units`() {
    let rows = Self.rows("| field | asks about | compared |")
    #expect(rows.count == QueryField.allCases.count)
    for (row, field) in zip(rows, QueryField.allCases) {
      #expect(row[0].hasPrefix("`\(field.rawValue)`"))
      switch field.kind {
      case .choice(let words):
        for word in words { #expect(row[1].contains("`\(word)`"), "\(field): \(word)") }
      case .quantity(let units):
        for unit in units where !unit.name.isEmpty { #expect(row[1].contains("`\(unit.name)`")) }
      case .text: #expect(row[2] == "`:` `~`")
      }
    }
  }
}
