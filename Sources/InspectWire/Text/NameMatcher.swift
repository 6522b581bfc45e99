/// Finds the bindings that somebody means by a name.
///
/// Tried in this order, and the first way that finds any wins: the id as a number, the stable key,
/// the exact name, the exact key path, the name or key path without regard to case, the beginning of
/// a name, a piece of a name or key path. Names are compared by bytes, case folded for ASCII only.
package enum NameMatcher {
  /// What a name fits.
  package struct Result: Hashable, Sendable {
    /// The best of them first: bindings that live before those that ended, the worst colour first,
    /// the oldest first; bounded.
    package var matches: [Match]
    /// How many there are in all.
    package var total: Int

    /// Takes both as they are.
    package init(matches: [Match], total: Int) {
      self.matches = matches
      self.total = total
    }

    /// The one that is meant; nil where there is none or more than one.
    package var only: Match? { total == 1 ? matches.first : nil }
  }

  /// A binding of a process.
  package struct Match: Hashable, Sendable {
    /// The process.
    package var instance: InstanceID
    /// The binding.
    package var binding: BindingID
    /// Its name.
    package var name: String
    /// Its colour.
    package var colour: Colour
  }

  /// The bindings that a name fits, in the models given.
  ///
  /// - Parameter limit: Most matches returned; all are counted.
  package static func matches(
    _ name: String, in models: some Sequence<(InstanceID, GraphModel)>, limit: Int = 20
  ) -> Result {
    let wanted = Array(name.utf8)
    let folded = wanted.map(fold)
    var best = Way.none
    var found: [Match] = []
    guard !wanted.isEmpty else { return Result(matches: [], total: 0) }
    for (instance, model) in models {
      for binding in model.declarationTable.slots.lazy.compactMap(\.told) {
        let way = way(wanted, folded, fits: binding, asNumber: UInt64(name), upTo: best)
        guard way != .none, way <= best else { continue }
        if way < best {
          best = way
          found = []
        }
        found.append(
          Match(
            instance: instance, binding: binding.id, name: binding.name,
            colour: model.colour(of: binding.id) ?? .yellow))
      }
    }
    found.sort {
      ($0.colour, $0.binding.rawValue, $0.instance.text)
        < ($1.colour, $1.binding.rawValue, $1.instance.text)
    }
    return Result(matches: Array(found.prefix(limit)), total: found.count)
  }

  /// The ways in which a name fits, the best first.
  private enum Way: Int, Comparable {
    case number, stableKey, name, keyPath, folded, beginning, piece, none

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  private static func way(
    _ wanted: [UInt8], _ folded: [UInt8], fits binding: BindingRecord, asNumber number: UInt64?,
    upTo best: Way
  ) -> Way {
    if number == binding.id.rawValue { return .number }
    if binding.stableKey.utf8.elementsEqual(wanted) { return .stableKey }
    if binding.name.utf8.elementsEqual(wanted) { return .name }
    let keyPath = binding.keyPath ?? ""
    if keyPath.utf8.elementsEqual(wanted) { return .keyPath }
    // What follows costs memory for each binding, and would not be kept.
    guard best >= .folded else { return .none }
    let name = binding.name.utf8.map(fold)
    let path = keyPath.utf8.map(fold)
    if name == folded || path == folded { return .folded }
    if name.starts(with: folded) { return .beginning }
    return name.contains(folded) || path.contains(folded) ? .piece : .none
  }

  private static func fold(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
}
