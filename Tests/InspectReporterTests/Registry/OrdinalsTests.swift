import Testing

@testable import InspectReporter

@Suite struct Names {
  @Test func `equal names are counted`() {
    let reporter = Sample.reporter()
    let names = (0..<3).map { _ in reporter.makeBinding(Sample.declaration("total")).name }
    #expect(names == ["total", "total#2", "total#3"])
  }

  @Test(
    arguments: [
      ("given", "given", "path", "property"), ("", "path", "path", "property"),
      ("", "property", nil, "property"), ("", "Test.swift:9", nil, ""),
    ] as [(String, String, String?, String)])
  func `a binding without a name is called by what is known`(
    _ given: String, _ name: String, _ path: String?, _ property: String
  ) {
    let declaration = Sample.declaration(given, keyPath: path, line: 9, source: property)
    #expect(Sample.reporter().makeBinding(declaration).name == name)
  }

  @Test func `names that look like counted ones stay unique`() {
    let reporter = Sample.reporter()
    let names = ["a", "a", "a#2", "a#2", "a", "a#2#2"].map {
      reporter.makeBinding(Sample.declaration($0)).name
    }
    #expect(Set(names).count == names.count, "\(names)")
  }

  @Test(arguments: ["a", "a#", "a#x", "a#2", "#", "#7", "é#1", ""])
  func `a unique name leads back to its base`(_ base: String) {
    for ordinal in UInt32(1)...3 {
      #expect(Ordinals.base(of: Ordinals.unique(base, ordinal)) == base)
    }
  }

  @Test func `stable keys name place, path and ordinal`() {
    let reporter = Sample.reporter()
    let keys = (0..<2).map { _ in
      Parcel.Declaration(probe: reporter.makeBinding(Sample.declaration(line: 7))).record.stableKey
    }
    #expect(keys == ["Test/Test.swift:7/employee.name", "Test/Test.swift:7/employee.name#2"])
  }

  @Test func `names of what has ended are forgotten in time`() {
    var ordinals = Ordinals()
    for number in 0...ReporterLimits.idleNames * 2 {
      #expect(ordinals.take("\(number)") == 1)
      ordinals.give("\(number)")
    }
    #expect(ordinals.size <= ReporterLimits.idleNames)
  }

  // F5. Not timed: a quadratic way would not end within the suite's patience.
  @Test func `fifty thousand bindings of one name get names of their own`() {
    let reporter = Sample.reporter()
    let names = (0..<50_000).map { _ in reporter.makeBinding(Sample.declaration("row")).name }
    #expect(Set(names).count == 50_000)
    #expect(names.last == "row#50000")
  }
}
