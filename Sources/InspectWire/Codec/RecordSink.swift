/// Takes records one by one as they are read, so that nothing has to be gathered.
package protocol RecordSink {
  /// Takes a record of any kind but a status.
  mutating func take(_ record: consuming Record)
  /// Takes a status: nearly all of what a running program says.
  mutating func take(_ status: consuming StatusRecord)
}

extension GraphModel: RecordSink {
  /// Folds the record.
  package mutating func take(_ record: consuming Record) { apply(record) }
  /// Folds the status.
  package mutating func take(_ status: consuming StatusRecord) { apply(status) }
}

/// Gathers records.
struct RecordList: RecordSink {
  private(set) var records: [Record] = []

  mutating func take(_ record: consuming Record) { records.append(record) }
  mutating func take(_ status: consuming StatusRecord) { records.append(.status(status)) }
}
