import Foundation
import InspectSystem
import InspectWire
import Testing

@testable import inspect_cli

@Suite struct `Places` {
  private let address = CodeAddress(module: "/bin/app", buildID: "ab", offset: 0x10)

  /// The innermost of some return addresses that lies in the tests' own code.
  private func here(_ addresses: [NSNumber]) throws -> LoadedModule {
    let modules = addresses.lazy.map { LoadedModule(of: $0.uintValue) }
    return try #require(
      modules.first { $0.path.hasSuffix(".xctest") || $0.path == ProcessTable.ownProgram })
  }

  private func frames(_ texts: String...) -> [[SymbolFrame]] {
    Symbolizer.parse(texts.joined(separator: "\n\n") + "\n\n")
  }

  @Test func `the first address decides`() {
    let found = PlaceFinder.choose(
      frames("$s3app4mainyyF\n/src/main.swift:12:3", "$s3app5outeryyF\n/src/outer.swift:1:1"),
      address)
    #expect(found == .line(file: "/src/main.swift", line: 12))
  }

  @Test(arguments: ["$s3app5ModelC4nameSSvs", "$s3app5ModelC4nameSSvM", "$s3app1MC1nSSvM.resume.0"])
  func `the second counts where the first lies in an accessor of the compiler`(name: String) {
    let found = PlaceFinder.choose(
      frames("\(name)\n/src/Model.swift:0:0", "$s3app4mainyyF\n/src/main.swift:12:3"), address)
    #expect(found == .line(file: "/src/main.swift", line: 12))
  }

  @Test func `the innermost inlined frame with a line is the place`() {
    let found = PlaceFinder.choose(
      frames("$s3app6inlineyyF\n/src/inline.swift:7:3\n$s3app4mainyyF\n/src/main.swift:12:3"),
      address)
    #expect(found == .line(file: "/src/inline.swift", line: 7))
  }

  @Test func `a merged function is told as one of several`() {
    let found = PlaceFinder.choose(frames("app_alikeTm\n??:0:0"), address)
    #expect(found == .function(name: "app_alikeTm", isMerged: true))
    #expect(found.text(Palette()).contains("or one merged with it; its line is not known"))
  }

  @Test func `nothing is guessed where the caller of an accessor is not known`() {
    let found = PlaceFinder.choose(frames("$s3app5ModelC4nameSSvs\n/src/Model.swift:0:0"), address)
    guard case .address(_, 0x10, let why) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(why.contains("caller"))
  }

  @Test func `nothing is guessed where there is no symbol`() {
    #expect(PlaceFinder.choose(frames("??\n??:0:0"), address).text(Palette()).contains("app+0x10"))
  }

  @Test func `a path with colons is read`() {
    let frames = Symbolizer.parse("f\nC:/a b/x.swift:3:1\n\n")
    #expect(frames == [[SymbolFrame(function: "f", file: "C:/a b/x.swift", line: 3)]])
  }

  @Test func `a file that was built anew is not asked`() {
    let facts = Samples.facts(pid: Environment.ownPID)
    let told = CodeAddress(module: "/proc/self/exe", buildID: "0123", offset: 0x1000)
    let found = PlaceFinder(facts).find(.code([told]))
    guard case .address(_, _, let why) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(why == "the file is not the one that was running")
  }

  @Test func `a place in this very program is found`() throws {
    let line = #line + 1
    let addresses = Thread.callStackReturnAddresses.map(\.uintValue)
    var facts = Samples.facts(pid: Environment.ownPID)
    facts.startTime = try #require(ProcessTable.entry(of: facts.pid)).startTime
    let finder = PlaceFinder(facts)
    // The frames above may be a sanitizer's.
    let found = addresses.prefix(4).map { address in
      let module = LoadedModule(of: address)
      return finder.find(
        .code([
          CodeAddress(module: module.path, buildID: module.buildID, offset: module.offset)
        ]))
    }
    let isFound = found.contains { place in
      if case .line(let file, line) = place {
        file.hasSuffix("PlaceFinderTests.swift")
      } else {
        false
      }
    }
    #expect(isFound, "\(found)")
  }

  @Test func `a build id is found in a program and nowhere else`() throws {
    let module = try here(Thread.callStackReturnAddresses)
    #expect(BuildID.read(module.path) == (module.buildID.isEmpty ? nil : module.buildID))
    #expect(BuildID.read("/dev/null") == nil)
    #expect(BuildID.read("/nonexistent") == nil)
  }

  @Test func `a damaged program gives no build id and no crash`() throws {
    let module = try here(Thread.callStackReturnAddresses)
    let bytes = try WholeFile.readBeginning(module.path, limit: 4_096)
    var chance = SystemRandom()
    for length in stride(from: 0, to: bytes.count, by: 37) {
      _ = BuildID.find(in: Array(bytes.prefix(length)))
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 0x10..<0x400, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      _ = BuildID.find(in: damaged)
    }
  }
}
