internal import InspectReporter
private import InspectWire

/// What a failed look-up tells beside its reason: whom it asked, and what was meant perhaps.
enum Trail {
  /// Leaves out the middle of a trail that is too long to be read.
  static func cut(_ trail: [Candidate]) -> [Candidate] {
    guard trail.count > Limits.trail else { return trail }
    let half = Limits.trail / 2
    let left = trail.count - 2 * half + 1
    return trail.prefix(half)
      + [Candidate("… \(left) more", "passed over too")] + trail.suffix(half - 1)
  }

  /// The name that looks most like the one that was asked for, and the class that has it.
  static func nearest(
    _ name: String, in shapes: [ClassShape], _ names: (ClassShape) -> [String]
  ) -> Hint? {
    var owners: [String: String] = [:]
    for shape in shapes {
      for name in names(shape) where owners[name] == nil { owners[name] = shape.name }
    }
    guard let found = InspectWire.nearest(name, among: owners.keys.sorted()) else { return nil }
    return Hint(
      .nearestName, [Parameter("name", found), Parameter("object", owners[found] ?? "")])
  }
}
