import Testing

/// Rules of CONTRIBUTING.md and docs/architecture.md that a machine can keep.
@Suite struct HouseRules {
  @Test func `no file is longer than 400 lines`() throws {
    for file in try SourceTree.files(below: "Sources", "Tests", "Examples", suffix: ".swift") {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
    }
  }

  @Test func `unsafe stands only where the architecture says`() throws {
    let allowed = try Self.placesOfUnsafe()
    #expect(!allowed.isEmpty)
    var used: Set<String> = []
    for file in try SourceTree.files(below: "Sources", "Examples", suffix: ".swift") {
      let speaks = file.code.contains { line in
        line.contains(/(^|[^\w@.])unsafe[ (]/) || line.contains("@unchecked Sendable")
          || line.contains("(unsafe)")
      }
      guard speaks else { continue }
      let place = allowed.first { file.path.hasPrefix($0) }
      #expect(place != nil, "\(file.path) says unsafe and is not in docs/architecture.md")
      if let place { used.insert(place) }
    }
    for place in allowed {
      #expect(
        used.contains(place), "docs/architecture.md allows unsafe in \(place), which needs none")
    }
  }

  @Test(arguments: Self.walls)
  func `a target imports only what stands below it`(_ wall: Wall) throws {
    for file in try SourceTree.files(below: wall.folder, suffix: ".swift") {
      for line in file.code {
        guard let match = line.firstMatch(of: /^(?:@\S+ )*(?:\w+ )?import (?:\w+ )?(\w+)/) else {
          continue
        }
        let module = String(match.1)
        #expect(
          wall.imports.contains(module) || wall.standard.contains(module),
          "\(file.path) imports \(module)")
      }
    }
  }

  @Test func `product code forces nothing`() throws {
    for file in try SourceTree.files(below: "Sources", suffix: ".swift") {
      for (number, line) in file.lines.enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        #expect(
          !line.contains(/\btry!|\bas! |fatalError\(\)/), "\(file.path):\(number + 1): \(line)")
        #expect(!line.contains(/\b(TODO|FIXME|XXX)\b/), "\(file.path):\(number + 1): \(line)")
      }
    }
  }

  struct Wall: CustomTestStringConvertible, Sendable {
    var folder: String
    var imports: Set<String>
    var standard: Set<String> = ["Swift", "Synchronization"]
    var testDescription: String { folder }
  }

  static let walls = [
    Wall(folder: "Sources/InspectWire", imports: [], standard: ["Swift"]),
    Wall(folder: "Sources/InspectSystem", imports: ["Glibc", "CInspectSystem"]),
    Wall(folder: "Sources/InspectQuery", imports: ["InspectWire"], standard: ["Swift"]),
    Wall(folder: "Sources/InspectLink", imports: ["InspectWire", "InspectSystem"]),
    Wall(
      folder: "Sources/InspectServer",
      imports: ["InspectWire", "InspectSystem", "CWebSockets", "Glibc"]),
    Wall(
      folder: "Sources/InspectReporter",
      imports: ["InspectWire", "InspectLink", "InspectSystem", "CInspectSystem"]),
    Wall(
      folder: "Sources/BindInspect",
      imports: ["InspectReporter", "InspectWire", "CInspectSystem"]),
    Wall(
      folder: "Sources/BindInspectFoundation", imports: ["BindInspect", "Foundation"]),
    Wall(
      folder: "Sources/inspectord",
      imports: ["InspectWire", "InspectQuery", "InspectServer", "InspectLink", "InspectSystem"]),
    Wall(
      folder: "Sources/inspect-cli", imports: ["InspectWire", "InspectLink", "InspectSystem"]),
  ]

  /// The rows between the two marks in docs/architecture.md.
  private static func placesOfUnsafe() throws -> [String] {
    let text = try SourceTree.text("docs/architecture.md")
    guard let table = text.firstMatch(of: /<!-- unsafe: begin -->([\s\S]*)<!-- unsafe: end -->/)
    else { return [] }
    return table.1.matches(of: /\| `([^`]+)`/).map { String($0.1) }
  }
}
