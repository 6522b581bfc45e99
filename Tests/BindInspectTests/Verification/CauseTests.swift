import InspectQuery
import InspectSystem
import InspectWire
import Testing

@testable import BindInspect
@testable import InspectReporter

/// What a program tells of itself is enough to find what makes its bindings fail.
@Suite struct Causing {
  final class Session: BindableObject { @Bound var user: User? }

  final class User: BindableObject { @Bound var name = "Ann" }

  final class Cell: BindableObject { @Bound var value = 0 }

  /// All that the reporter would tell, as an observer folds it.
  private func model(_ reporter: Reporter, _ bindings: [LiveBinding]) -> GraphModel {
    var model = GraphModel()
    for binding in bindings {
      guard let probe = binding.probe else { continue }
      reporter.registry.withLock { registry in
        let details = probe.details
        model.apply(.binding(registry.declaration(probe).record))
        model.apply(.edges(probe.edges))
        model.apply(
          StatusRecord(
            binding: probe.id, colour: probe.colour, step: details?.step,
            reasons: details?.reasons ?? [], since: Moment(microseconds: 0),
            origin: details?.origin))
      }
    }
    return model
  }

  private func causes(_ model: GraphModel) -> Causes {
    let facts = InstanceFacts(
      instance: InstanceID(high: 1, low: 1), name: "app", pid: 1, startTime: 0, host: "here",
      mode: .armed, clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    return Causes(of: model, QueryFacts(process: facts, now: Moment(microseconds: 0)))
  }

  @Test func `F4: a cycle of twelve bindings has twelve edges with property and line`() throws {
    let reporter = Reporter.alone()
    let cells = (0..<12).map { _ in Cell() }
    var bindings: [LiveBinding] = []
    for place in cells.indices {
      bindings.append(
        bind(
          cells[place].$value, to: cells[(place + 1) % 12].$value, through: { $0 + 1 },
          reporter: reporter))
    }
    cells[0].value = 1
    let outside = Cell()
    bindings.append(bind(cells[3].$value, to: outside.$value, reporter: reporter))
    // The owners live until they have been looked at; optimised code would let go of them before.
    let model = withExtendedLifetime((cells, outside)) { self.model(reporter, bindings) }
    let first = causes(model)
    let loop = try #require(first.causes.first?.loop)
    #expect(first.total == 1)
    #expect(first.causes[0].members == bindings.dropLast().compactMap(\.id))
    #expect(loop.edges.count == 12)
    #expect(loop.cut.count == 1)
    for edge in loop.edges {
      #expect(model.binding(edge.from)?.target.property == "value")
      guard case .source(let file, _)? = model.binding(edge.to)?.place else {
        Issue.record("\(String(describing: model.binding(edge.to)?.place))")
        continue
      }
      #expect(file.hasSuffix("CauseTests.swift"))
    }
    #expect(causes(model) == first)
  }

  @Test func `312 bindings under one nil object have one cause`() throws {
    let world = World(Session())
    var bindings: [LiveBinding] = []
    for _ in 0..<312 {
      let label = Label(in: world.window)
      world.keep(label)
      bindings.append(label.bind("user.name"))
    }
    let found = causes(model(world.reporter, bindings))
    #expect(found.total == 1)
    #expect(found.causes.first?.followers == 312)
    #expect(found.causes.first?.kind == .place)
  }
}
