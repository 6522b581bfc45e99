internal import Foundation
internal import InspectWire
internal import Testing

/// Frames of a later minor version mean what those of today mean: `Tests/Fixtures/wire/later`.
@Suite struct LaterFrameTests {
  private func today(_ name: String) throws -> [JSON] {
    let file = Fixtures.frames.appending(path: "\(name).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSON.parse(Array($0.utf8)) }
  }

  private func read(_ frames: [[UInt8]]) throws -> [Message] {
    var decoder = MessageDecoder()
    return try frames.compactMap { try decoder.decode($0) }
  }

  @Test(arguments: GoldenFrameTests.names)
  func `J1: what a later version adds is passed over`(name: String) throws {
    var frames = LaterFrames()
    let later = try today(name).map { frames.later($0).text }
    let text = later.map { $0 + "\n" }.joined()
    let file = Fixtures.later.appending(path: "\(name).jsonl")
    #expect(try Fixtures.text(file, rewritten: text) == text)
    let messages = try #require(GoldenMessages.all.first { $0.name == name }).messages
    #expect(try read(later.map { Array($0.utf8) }) == messages)
  }

  @Test(arguments: GoldenFrameTests.names)
  func `in every frame of a later version there is more`(name: String) throws {
    let file = Fixtures.later.appending(path: "\(name).jsonl")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      #expect(line.contains(#""tomorrow""#))
    }
  }
}
