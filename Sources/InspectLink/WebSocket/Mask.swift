/// Four bytes that a client's payload is combined with (RFC 6455, section 5.3).
struct Mask: Equatable, Sendable {
  /// As they stand in the frame.
  let bytes: [UInt8]

  /// Takes the four.
  init(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count == 4, "a mask has four bytes")
    self.bytes = Array(bytes)
  }
}

/// A piece of a payload, to be combined with the mask that goes with it.
struct MaskedBytes: Sendable {
  let bytes: ArraySlice<UInt8>
  let mask: Mask?
  /// Place of the first byte in its payload; the last two bits are enough.
  let offset: Int

  /// Appends the bytes combined with the mask, which masks and unmasks alike.
  func append(to target: inout [UInt8]) {
    guard let mask else {
      target += bytes
      return
    }
    let (a, b, c, d) = (mask.bytes[0], mask.bytes[1], mask.bytes[2], mask.bytes[3])
    var place = offset & 3
    for byte in bytes {
      let key =
        switch place {
        case 0: a
        case 1: b
        case 2: c
        default: d
        }
      target.append(byte ^ key)
      place = (place + 1) & 3
    }
  }
}
