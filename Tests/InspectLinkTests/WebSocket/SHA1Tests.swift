import Testing

@testable import InspectLink

@Suite struct SHA1Tests {
  // FIPS 180's examples, the empty message, and lengths around the block's border.
  static let vectors: [(String, Int, String)] = [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ("a", 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    ("a", 56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    ("a", 63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    ("a", 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    ("a", 65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
  ]

  @Test(arguments: vectors.indices)
  func `a message has the published hash`(index: Int) {
    let (text, count, hash) = Self.vectors[index]
    let message = Array(String(repeating: text, count: count).utf8)
    let digits = SHA1.hash(message).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == hash)
  }
}
