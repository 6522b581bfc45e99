/// Ways of the same work that take turns, so that a slow moment of the machine hits them all.
package struct Turns {
  private var values: [[Double]]

  /// Goes through all ways so many times, after a round that does not count.
  package init(_ rounds: Int, warmUp: Bool = true, _ ways: [() throws -> Double]) throws {
    values = ways.map { _ in [] }
    if warmUp { for way in ways { _ = try way() } }
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() { values[index].append(try way()) }
    }
  }

  /// The value in the middle of a way's.
  package func median(_ way: Int) -> Double { Measure.median(values[way]) }

  /// How many times as much a way took as another one: the middle of what each round says.
  package func ratio(_ way: Int, to reference: Int) -> Double {
    Measure.median(zip(values[way], values[reference]).map { $0 / $1 })
  }
}
