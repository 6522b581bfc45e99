internal import InspectWire
internal import Synchronization

/// What was declared of a binding, as its slot keeps it: small, and shared where it can be.
struct Declared: Sendable {
  /// Number of the scope; 0 for none.
  let scope: UInt32
  /// Number of the node; 0 for none.
  let node: UInt32
  /// Which of those with an equal stable key it is, from 1.
  let ordinal: UInt32
  /// The part that bindings made by one line of the program have in common.
  let shape: Shape
}
