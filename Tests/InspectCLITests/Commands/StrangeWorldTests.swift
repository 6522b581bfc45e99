import Foundation
import InspectWire
import TestSupport
import Testing

@testable import inspect_cli

/// Cases D2, H4 and I2 of `peers.md`: what a program tells may be tangled, newer than the tool, or meant
/// for a browser.
@Suite struct `A strange world` {
  private static let commands = ["tree --all", "why 2", "show 2", "check", "ps"]

  // MARK: Tangled

  /// Nodes that contain themselves and each other, scopes likewise, bindings that depend on each other.
  private static let tangled: World = {
    let parents: [(UInt64, UInt64)] = [(1, 2), (2, 1), (3, 3)]
    let scopes = parents.map { id, parent in
      Record.scope(
        ScopeRecord(
          id: ScopeID(id), parent: ScopeID(parent), name: "s\(id)", owner: "", isBoundary: false))
    }
    let nodes = parents.map { id, parent in
      var node = Samples.node(id, parent: parent)
      node.scope = ScopeID(id)
      return Record.node(node)
    }
    let bindings = parents.flatMap { id, _ -> [Record] in
      var status = Samples.red
      status.binding = BindingID(id)
      return [
        .binding(Samples.binding(id, name: "b\(id)", scope: id, node: id)), .status(status),
        .edges(EdgesRecord(binding: BindingID(id), precedents: [BindingID(1), BindingID(2)])),
      ]
    }
    let model = Samples.model(scopes + nodes + bindings)
    var process = Samples.process()
    process.counts = model.counts
    return World(processes: [(process, model)])
  }()

  @Test(arguments: commands + commands.map { $0 + " --json" })
  func `D2: that contains itself is told, each binding once`(line: String) async throws {
    try await withDaemon(Self.tangled) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.status == (line.hasPrefix("check") ? 1 : 0), "\(run)")
      guard line.hasPrefix("tree"), !line.hasSuffix("--json") else { return }
      for name in ["b1", "b2", "b3"] {
        #expect(run.lines.count { $0.contains("✕") && $0.contains(name) } == 1, "\(run)")
      }
    }
  }

  // MARK: Newer

  /// Codes, parameters, marks and words of a later version.
  private static let newer: World = {
    var status = Samples.red
    status.marks.formUnion(Marks(rawValue: 1 << 30))
    status.reasons[0] = Reason(
      ReasonCode("quantum-decoherence"), [Parameter("furlongs", "7 ly²")],
      trail: [Candidate("Aether", "tomorrow")],
      hint: Hint(HintCode("reverse-polarity"), [Parameter("tesla", "3.5 µT")]))
    let model = Samples.employees(status)
    let state = ProcessEntry.State.ended(how: "translated to a higher plane", atWall: Samples.now)
    let ended = Samples.process("Older", pid: 99, state: state)
    return World(processes: [(Samples.process(), model), (ended, GraphModel())])
  }()

  @Test(arguments: commands) func `H4: that is newer leaves the columns as they are`(
    line: String
  ) async throws {
    try await withDaemon(Self.newer) { folder, _ in
      let run = try await cli(line, in: folder, environment: ["COLUMNS": "80"])
      #expect(run.status == (line.hasPrefix("check") ? 1 : 0) && run.errorOutput == "", "\(run)")
      let known = try await withDaemon { folder, _ in
        try await cli(line, in: folder, environment: ["COLUMNS": "80"])
      }
      // The same rows at the same places, but for what is new.
      #expect(run.lines.first?.prefix(4) == known.lines.first?.prefix(4))
      for line in run.lines { #expect(columnWidth(of: line) <= 80, "\(line)") }
    }
  }

  @Test(arguments: ["tree", "why 2", "show 2", "check", "tree --json", "why 2 --json"])
  func `H4: that is newer is shown raw`(line: String) async throws {
    try await withDaemon(Self.newer) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.output.contains("quantum-decoherence"), "\(run)")
      guard line.hasPrefix("why") || line.hasPrefix("show") else { return }
      #expect(run.output.contains("furlongs") && run.output.contains("7 ly²"), "\(run)")
    }
  }

  // MARK: Meant for a browser

  private static let markup = "<img src=x onerror=alert(1)></pre><script>alert('&amp;')</script>"

  private static let forBrowsers: World = {
    var process = Samples.process(markup)
    process.facts.host = markup
    var binding = Samples.binding(name: markup)
    binding.source.owner = markup
    binding.place = .source(file: markup, line: 3)
    var status = Samples.red
    status.reasons[0] = Reason(
      ReasonCode(markup), [Parameter("path", markup)], trail: [Candidate(markup, markup)],
      hint: Hint(HintCode(markup), [Parameter("x", markup)]))
    status.lastGood = .string(markup, byteCount: markup.utf8.count)
    let model = Samples.model([
      .scope(Samples.scopes[0]), .scope(Samples.scopes[1]), .node(Samples.node(name: markup)),
      .binding(binding), .status(status),
    ])
    process.counts = model.counts
    return World(processes: [(process, model)])
  }()

  @Test(arguments: commands) func `I2: markup is text, as it was given`(line: String) async throws {
    try await withDaemon(Self.forBrowsers) { folder, _ in
      let run = try await cli(line, in: folder)
      #expect(run.output.contains("<img src=x onerror=alert(1)>"), "\(run)")
      let json = try await cli(line + " --json", in: folder)
      let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      #expect(Self.texts(in: value).contains(Self.markup), "\(json)")
    }
  }

  private static func texts(in value: Any) -> Set<String> {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.reduce(into: []) { $0.formUnion(texts(in: $1)) }
    case let object as [String: Any]:
      object.values.reduce(into: Set(object.keys)) { $0.formUnion(texts(in: $1)) }
    default: []
    }
  }
}
