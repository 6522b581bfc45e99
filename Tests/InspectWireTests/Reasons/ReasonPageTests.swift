internal import Foundation
internal import InspectWire
internal import Testing

@Suite struct ReasonPageTests {
  private static let folder = Fixtures.root.appending(path: "docs/reasons")

  @Test(arguments: ReasonCatalogue.all)
  func `every code has its page, and it says what the catalogue says`(entry: ReasonEntry) throws {
    let page = ReasonPages.page(entry)
    let file = Fixtures.root.appending(path: entry.page)
    #expect(try Fixtures.text(file, rewritten: page) == page)
  }

  @Test func `the list of reasons says what the catalogue says`() throws {
    let index = ReasonPages.index
    let file = Self.folder.appending(path: "README.md")
    #expect(try Fixtures.text(file, rewritten: index) == index)
  }

  @Test func `every page has its code`() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let codes = Set(pages.filter { $0 != "README.md" }.map { $0.replacing(".md", with: "") })
    #expect(codes.isSubset(of: ReasonCatalogue.all.map(\.code.rawValue)))
  }
}
