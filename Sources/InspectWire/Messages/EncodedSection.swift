/// `{"m": "snapshotPart" or "delta", "stream", "run", "from", "to", "instance", "rows": {kind:
/// [row, …]}, "forgotten": {"scope": [id, …], "node": …, "binding": …}}`.
///
/// Rows are grouped by kind. That is no loss: what a model holds does not depend on the order of
/// records of different kinds, and what is forgotten is forgotten after the rows.
enum EncodedSection {
  static func write(
    _ kind: SectionKind, _ section: Section, _ rows: RowBuffers, to output: inout WireOutput
  ) {
    output.begin(kind.rawValue)
    output.field("stream", section.stream)
    EncodedChainLink.write(section.link, to: &output)
    output.field("instance", name: section.instance.text)
    output.json.key("rows")
    rows.write(to: &output.json)
    if !section.forgotten.isEmpty {
      output.json.key("forgotten")
      write(section.forgotten, to: &output)
    }
    output.json.endObject()
  }

  private static func write(_ subjects: [Subject], to output: inout WireOutput) {
    output.json.beginObject()
    for kind in EncodedSubject.allCases {
      let ids = subjects.map(EncodedSubject.parts).filter { $0.0 == kind }.map(\.1)
      guard !ids.isEmpty else { continue }
      output.json.key(kind.name)
      output.json.beginArray()
      for id in ids { output.json.unsigned(id) }
      output.json.endArray()
    }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor,
    into sink: inout some RecordSink
  ) throws(WireError) -> Section {
    var stream: UInt64?
    var link = EncodedChainLink()
    var instance: InstanceID?
    var forgotten: [Subject] = []
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "stream": stream = try input.json.readUInt64()
      case "instance": instance = try input.instance(key)
      case "rows": try RowReader.readAll(&input, into: &sink)
      case "forgotten": forgotten = try subjects(&input)
      default: if try !link.read(key, &input) { try input.json.skipValue() }
      }
    }
    return Section(
      stream: try input.require(stream, "stream"), link: try link.link(input),
      instance: try input.require(instance, "instance"), records: [], forgotten: forgotten)
  }

  private static func subjects(_ input: inout WireInput) throws(WireError) -> [Subject] {
    var subjects: [Subject] = []
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      guard let kind = EncodedSubject.allCases.first(where: { $0.name == key }) else {
        try input.json.skipValue()
        continue
      }
      subjects += try input.list { input throws(WireError) in
        kind.subject(try input.json.readUInt64())
      }
    }
    return subjects
  }
}

/// The two messages that carry a section.
package enum SectionKind: String, Sendable {
  /// Part of a snapshot.
  case snapshotPart
  /// What changed.
  case delta
}
