internal import InspectWire

/// What of a process cannot be known, in words: nothing is lost in silence.
enum LossText {
  /// All that is missing, a clause each; empty where nothing is.
  static func clauses(_ entry: ProcessEntry) -> [String] {
    [history(entry), leftOut(entry)].compactMap(\.self)
  }

  /// `904 entries of its history are lost (1 to 904)`; nil where none is.
  static func history(_ entry: ProcessEntry) -> String? {
    guard entry.lostEntries > 0 else { return nil }
    let count = entry.lostEntries
    let words =
      count == 1 ? "1 entry of its history is lost" : "\(count) entries of its history are lost"
    guard let range = entry.lostNumbers else { return words }
    return words + (range.from == range.to ? " (\(range.from))" : " (\(range.from) to \(range.to))")
  }

  /// `3 records are left out: more than can be kept`; nil where none is.
  static func leftOut(_ entry: ProcessEntry) -> String? {
    guard entry.leftOut > 0 else { return nil }
    let words =
      entry.leftOut == 1 ? "1 record is left out" : "\(entry.leftOut) records are left out"
    return words + ": more than can be kept"
  }
}
