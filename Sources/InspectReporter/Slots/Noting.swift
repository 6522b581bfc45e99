public import Synchronization

/// How much a delivery leaves behind in its slot.
@usableFromInline
enum Noting: UInt8, AtomicRepresentable, Sendable {
  /// Nothing: only a change of the status is written.
  case off
  /// Counters and last writer.
  case armed
  /// The same, and the slot enters the dirty list.
  case attached
}
