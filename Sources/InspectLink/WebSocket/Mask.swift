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
    let key = mask.bytes
    var place = offset & 3
    var index = bytes.startIndex
    // By hand, as in `WebSocketMachine`: far faster without optimisation.
    while index < bytes.endIndex {
      target.append(bytes[index] ^ key[place])
      place = (place + 1) & 3
      index += 1
    }
  }
}
