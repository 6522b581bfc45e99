/// Facts about a binding that are not its colour.
public struct Marks: OptionSet, Hashable, Sendable {
  /// The bits as they travel; unknown ones are kept.
  public let rawValue: UInt32

  /// Takes the bits as they are.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The target follows the source by itself; without it, by refresh.
  public static let follows = Marks(rawValue: 1 << 0)
  /// A change of the target is written back to the source.
  public static let writesBack = Marks(rawValue: 1 << 1)
  /// It cannot be told yet whether a change can be written back.
  public static let writesBackUnknown = Marks(rawValue: 1 << 2)
  /// Input is validated at each change.
  public static let checksInput = Marks(rawValue: 1 << 3)
  /// Updates of the target ask to be animated.
  public static let animates = Marks(rawValue: 1 << 4)
  /// The value is carried once.
  public static let oneShot = Marks(rawValue: 1 << 5)
  /// A fallback is declared for a source without value.
  public static let hasFallback = Marks(rawValue: 1 << 6)
  /// The target shows the fallback now.
  public static let showsFallback = Marks(rawValue: 1 << 7)
  /// Belongs to a framework, not to the program; hidden at first.
  public static let isInternal = Marks(rawValue: 1 << 8)
  /// Its values never leave the process.
  public static let secret = Marks(rawValue: 1 << 9)

  /// Every mark with its name for people and for the wire, in the order of the bits.
  public static let named: [(mark: Marks, name: String)] = [
    (.follows, "follows"), (.writesBack, "writes back"),
    (.writesBackUnknown, "writes back unknown"), (.checksInput, "checks input"),
    (.animates, "animates"), (.oneShot, "one-shot"), (.hasFallback, "has fallback"),
    (.showsFallback, "shows fallback"), (.isInternal, "internal"), (.secret, "secret"),
  ]
}
