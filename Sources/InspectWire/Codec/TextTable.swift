/// Texts that a sender has announced, by number; compared by bytes, bounded.
///
/// Only what is said again and again belongs here: names of classes, properties and types, codes,
/// places. When the table is full, further texts travel in full.
struct TextTable: Sendable {
  private var numbers: [ExactText: UInt32] = [:]
  private var bytes = 0
  private let countLimit: Int
  private let byteLimit: Int
  /// Texts taken since `takePending`, in the order of their numbers.
  private(set) var pending: [String] = []
  /// Bytes that announcing them will take, about.
  private(set) var pendingBytes = 0

  /// UTF-8 bytes above which a text is hardly a name that comes again.
  static let longestText = 256

  /// An empty table.
  ///
  /// - Parameters:
  ///   - countLimit: Most texts; 0 for none, so that all travel in full.
  ///   - byteLimit: Most UTF-8 bytes of all texts.
  init(countLimit: Int, byteLimit: Int) {
    self.countLimit = min(countLimit, Limits.stringTable)
    self.byteLimit = min(byteLimit, Limits.stringTableBytes)
  }

  /// How many texts were taken.
  var count: Int { numbers.count }

  /// The number of a text, taken now if there is room; nil where it has to travel in full.
  mutating func number(of text: String) -> UInt32? {
    guard countLimit > 0 else { return nil }
    let length = text.utf8.count
    // A number takes up to seven digits: very short texts are as cheap in full.
    guard length > 2, length <= Self.longestText else { return nil }
    let key = ExactText(text)
    if let known = numbers[key] { return known }
    guard numbers.count < countLimit, bytes + length <= byteLimit else { return nil }
    let number = UInt32(truncatingIfNeeded: numbers.count)
    numbers[key] = number
    bytes += length
    pending.append(text)
    pendingBytes += length + 3
    return number
  }

  /// The texts that must be announced before anything that names them, with the first one's number.
  mutating func takePending() -> Strings? {
    guard !pending.isEmpty else { return nil }
    defer {
      pending = []
      pendingBytes = 0
    }
    return Strings(from: numbers.count - pending.count, texts: pending)
  }
}
