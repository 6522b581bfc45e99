/// One thing worth writing down, before anybody has decided whether and where.
package struct LogLine: Hashable, Sendable {
  /// How much it matters.
  package var level: Level
  /// Stable name of the sort of thing, by which a log limits its rate.
  package var kind: String
  /// What happened; foreign texts in it have not passed `display` yet.
  package var text: String

  /// Takes the three as they are.
  package init(_ level: Level, _ kind: String, _ text: String) {
    self.level = level
    self.kind = kind
    self.text = text
  }

  /// From what everybody wants to know to what only a search for a fault needs.
  package enum Level: UInt8, CaseIterable, Comparable, Sendable {
    case error, warning, info, debug

    /// The name on a command line and in a log.
    package var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      case .debug: "debug"
      }
    }

    /// Orders by urgency, the most urgent first.
    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }
}
