import Testing

@testable import InspectServer

@Suite struct LibraryVersions {
  @Test func `this library is one of those that were tested`() {
    #expect(LibraryVersion.current.isTested, "\(LibraryVersion.current.text)")
  }

  @Test(arguments: [
    ("4.1.6", true), ("4.1.6-", true), ("4.1.6-v4.1.6-1-gabcdef", true), ("4.1.60", false),
    ("4.1", false), ("4.1.6.1", false), ("4.3.5-unknown", false), ("", false), ("v4.1.6", false),
  ])
  func `only the numbers count, and all of them`(_ text: String, _ isTested: Bool) {
    #expect(LibraryVersion(text: text).isTested == isTested)
  }
}
