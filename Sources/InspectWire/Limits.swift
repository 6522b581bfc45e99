/// Every bound of the protocol in one place, with its unit and its reason.
///
/// Above a limit there is an error code and, if need be, a close; never a hang, never a crash.
package enum Limits {
  /// Bytes of one message: holds a full batch of long names, and no peer needs more at once.
  package static let messageBytes = 1 << 20
  /// Nesting of arrays and objects: the deepest message has 12; the reader is recursive.
  package static let nesting = 32
  /// UTF-8 bytes of one text: longer ones are values, which are cut and fetched.
  package static let stringBytes = 64 << 10
  /// Values of all kinds in one message: bounds the work that a small message can cause.
  package static let nodesPerMessage = 1 << 18
  /// Keys of one object: no message has more than 20.
  package static let keysPerObject = 256
  /// Texts in a connection's table; when full, texts travel in full.
  package static let stringTable = 1 << 20
  /// Bytes of all texts in a connection's table.
  package static let stringTableBytes = 64 << 20
  /// UTF-8 bytes of a name in the table of declarations; longer ones are cut by the runtime.
  package static let nameBytes = 1_024
  /// Characters of a name that are shown in a line.
  package static let nameShown = 256
  /// Scopes, nodes and bindings each, of one instance, ended ones included.
  package static let bindingsPerInstance = 1 << 24
  /// Reasons of one status, candidates of one trail, parameters of one reason.
  package static let reasons = 16
  /// Candidates of a trail: a chain deeper than this is cut in the middle.
  package static let trail = 32
  /// Parameters of a reason or a hint.
  package static let parameters = 16
  /// Return addresses of one place: two are taken, the rest is room for other runtimes.
  package static let addresses = 16
  /// Precedents of one binding: more are no longer a formula, and one row must fit into a message.
  package static let precedents = 16_384
  /// Bytes of one snapshot part or delta: several fit into a socket's buffer.
  package static let sectionBytes = 48 << 10
  /// Records of one batch: about half a message of whole status records.
  package static let batchRecords = 2_048
  /// Batches a reporter sends before it waits for credit.
  package static let batchesUnderWay = 8
  /// Reporters of one daemon.
  package static let reporters = 1_024
  /// Observers of one daemon.
  package static let observers = 1_024
  /// Streams of one observer.
  package static let streams = 16
  /// Largest number that JavaScript holds exactly; larger ones travel as decimal text.
  package static let exactInteger: UInt64 = 1 << 53
  /// Characters of a value's preview.
  package static let previewCharacters = 120

  /// What a peer has to know of them, as `welcome` tells it.
  package static let told: [Welcome.Limit] = [
    Welcome.Limit("messageBytes", UInt64(messageBytes)),
    Welcome.Limit("nesting", UInt64(nesting)),
    Welcome.Limit("stringBytes", UInt64(stringBytes)),
    Welcome.Limit("nodesPerMessage", UInt64(nodesPerMessage)),
    Welcome.Limit("keysPerObject", UInt64(keysPerObject)),
    Welcome.Limit("stringTable", UInt64(stringTable)),
    Welcome.Limit("stringTableBytes", UInt64(stringTableBytes)),
    Welcome.Limit("bindingsPerInstance", UInt64(bindingsPerInstance)),
    Welcome.Limit("batchRecords", UInt64(batchRecords)),
    Welcome.Limit("batchesUnderWay", UInt64(batchesUnderWay)),
    Welcome.Limit("sectionBytes", UInt64(sectionBytes)),
    Welcome.Limit("reporters", UInt64(reporters)),
    Welcome.Limit("observers", UInt64(observers)),
    Welcome.Limit("streams", UInt64(streams)),
  ]
}
