private import CInspectSystem

/// Chance from the kernel, hard to guess; logic takes a generator as an argument.
package struct SystemRandom: RandomNumberGenerator, Sendable {
  /// Nothing is kept.
  package init() {}

  /// 64 random bits.
  package mutating func next() -> UInt64 {
    var bits: UInt64 = 0
    let failure = unsafe inspect_random(&bits)
    precondition(failure == 0, "the kernel gives eight random bytes at once, always")
    return bits
  }
}
