/// Every bound of the binding runtime in one place, with its reason.
@usableFromInline
enum Limits {
  /// Passes of one property inside each other: values that correct one another rest after a few.
  @inlinable static var rounds: Int32 { 100 }
  /// Bindings that one change may pass in a row: well below what the stack of a thread holds in a
  /// debug build.
  @inlinable static var depth: Int { 2_000 }
  /// Candidates named in a trail: a chain deeper than this is cut in the middle.
  static let trail = 32
  /// Members named in the reason of a loop.
  static let loopMembers = 12
  /// Transformers named in a hint.
  static let fittingTransformers = 4
  /// Characters of a value that a reason or a preview tells.
  static let previewCharacters = 120
  /// Elements of a collection that a preview tells.
  static let previewElements = 8
  /// Collections inside each other that a preview tells: what is further in is counted.
  static let previewDepth = 3
  /// Characters of an error's own text that a reason tells.
  static let errorCharacters = 240
  /// Parts of a value that are looked at for secrets before it is told: a millisecond's worth.
  static let secretSearch = 500
  /// Levels of them.
  static let secretDepth = 16
  /// Elements and bytes of texts of a value that is printed to tell its beginning; of a larger one only
  /// its type is told.
  static let printedParts = 65_536
}
