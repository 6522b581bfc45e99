/// Every reason code that this version makes, with its sentence and its help.
package enum ReasonCatalogue {
  /// All entries, in the order of the steps, events last.
  package static let all: [ReasonEntry] =
    owner + path + type + transformer + compatibility + target + events

  /// The entry of a code; nil for one that this version does not know.
  package static func entry(for code: ReasonCode) -> ReasonEntry? { byCode[code] }

  private static let byCode = Dictionary(
    all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
}
