internal import InspectWire
internal import Testing

@Suite struct NameMatcherTests {
  private let instance = InstanceID(high: 1, low: 2)

  private var models: [(InstanceID, GraphModel)] {
    var model = GraphModel()
    for (id, name, key) in [
      (1, "employee.name", "List.swift:4 employee.name"), (2, "employee.birthdate", "k2"),
      (3, "birthdate", "k3"), (4, "Birthdate", "k4"), (7, "é", "k7"), (8, "e\u{301}", "k8"),
    ] as [(UInt64, String, String)] {
      model.apply(
        .binding(
          BindingRecord(
            id: BindingID(id), scope: nil, node: nil, name: name, stableKey: key,
            place: .unknown(why: ""), keyPath: nil, transformer: nil,
            source: Endpoint(owner: "", property: "", valueType: ""),
            target: Endpoint(owner: "", property: "", valueType: ""), direction: .oneWay)))
    }
    model.apply(
      .status(
        StatusRecord(binding: BindingID(2), colour: .red, since: Moment(microseconds: 0))))
    return [(instance, model)]
  }

  @Test(arguments: [
    ("3", [3]), ("k2", [2]), ("birthdate", [3]), ("BIRTHDATE", [3, 4]), ("employee", [2, 1]),
    ("date", [2, 3, 4]), ("nobody", []), ("", []), ("é", [7]), ("e\u{301}", [8]),
  ])
  func `a name finds what is meant, the worst first`(name: String, ids: [UInt64]) {
    let result = NameMatcher.matches(name, in: models)
    #expect(result.matches.map(\.binding.rawValue) == ids)
    #expect(result.total == ids.count)
  }

  @Test func `the list is bounded and the count is not`() {
    let result = NameMatcher.matches("date", in: models, limit: 1)
    #expect(result.matches.count == 1)
    #expect(result.total == 3)
    #expect(result.only == nil)
  }
}
