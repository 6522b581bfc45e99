/// Texts that later messages of the same sender name by their number.
package struct Strings: Hashable, Sendable {
  /// Number of the first one here; consecutive on a connection, from 0.
  package var from: Int
  package var texts: [String]

  package init(from: Int, texts: [String]) {
    self.from = from
    self.texts = texts
  }
}

/// Order of the columns in rows of one kind, from the same sender, until told anew.
package struct Columns: Hashable, Sendable {
  /// Kind of record: `scope`, `node`, `binding`, `status`, `edges`, `ended`.
  package var of: String
  package var names: [String]

  package init(of: String, names: [String]) {
    self.of = of
    self.names = names
  }
}

/// Records of one kind from a reporter; on the wire the message kind is the kind of its records.
package struct Batch: Hashable, Sendable {
  /// Consecutive on the instance's link, from 1.
  package var sequence: UInt64
  /// At least one, all of one kind.
  package var records: [Record]

  package init(sequence: UInt64, records: [Record]) {
    self.sequence = sequence
    self.records = records
  }
}

/// What happened, in order; numbered like a batch.
package struct History: Hashable, Sendable {
  package var sequence: UInt64
  package var entries: [HistoryEntry]

  package init(sequence: UInt64, entries: [HistoryEntry]) {
    self.sequence = sequence
    self.entries = entries
  }
}

/// History that fell out of a bounded ring: how much, between which numbers, why.
package struct Lost: Hashable, Sendable {
  package var from: UInt64
  package var to: UInt64
  package var count: UInt64
  package var why: String

  package init(from: UInt64, to: UInt64, count: UInt64, why: String) {
    self.from = from
    self.to = to
    self.count = count
    self.why = why
  }
}

/// Last message of a reporter that ends on purpose.
package struct Bye: Hashable, Sendable {
  /// `exit`, `detach` or `exec`; others are kept and shown raw.
  package var why: String

  package init(why: String) { self.why = why }
}

/// What observers demand of a reporter, all of them together.
package struct Want: Hashable, Sendable {
  package var level: Level

  package init(level: Level) { self.level = level }
}

/// How much is demanded; each level contains those before it.
package enum Level: UInt8, CaseIterable, Comparable, Hashable, Sendable {
  case counts = 0
  case status, values, history, timings

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Confirms every batch up to a sequence number.
package struct Credit: Hashable, Sendable {
  package var sequence: UInt64

  package init(sequence: UInt64) { self.sequence = sequence }
}
