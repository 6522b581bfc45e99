internal import InspectWire

/// Colour of a binding and when it became so, in one atomic word.
struct StatusWord {
  /// The colour in the two low bits, microseconds above them: enough for 146,000 years.
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(colour: Colour, since: Moment) {
    bits = UInt64(bitPattern: since.microseconds) << 2 | UInt64(colour.rawValue)
  }

  var colour: Colour { Colour(rawValue: UInt8(truncatingIfNeeded: bits) & 3) ?? .yellow }
  var since: Moment { Moment(microseconds: Int64(bitPattern: bits) >> 2) }
}
