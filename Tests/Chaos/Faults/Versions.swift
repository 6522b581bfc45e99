import InspectLink
import InspectWire
import TestSupport

/// F16: ranges of versions that fit, do not fit, or make no sense.
struct Versions: Fault {
  let id = "F16"

  /// A range as text, and whether the daemon speaks one of it.
  private static let ranges: [(text: String, fits: Bool)] = [
    ("[1,1]", true), ("[1,9]", true), ("[0,1]", true), ("[-5,2147483648]", true),
    ("[2,3]", false), ("[0,0]", false), ("[2147483648,4294967296]", false), ("[9,1]", false),
    ("[]", false), ("[1]", false), ("\"1\"", false), ("null", false), ("[1.5,2]", false),
  ]

  func happen(_ options: Options, _ chance: inout SeededGenerator) async throws -> [String] {
    try await Field.with { field in
      for (range, fits) in Self.ranges {
        let stranger = try Stranger(field.socket)
        try stranger.send(
          text:
            #"{"m":"hello","role":"observer","protocol":\#(range),"implementation":"x","capabilities":[]}"#
        )
        let answer = try? stranger.next()
        if fits {
          guard case .welcome? = answer else { throw Broken("\(range) is not welcome") }
        } else {
          if case .welcome? = answer { throw Broken("\(range) is welcome") }
          try hold(stranger.closure() != nil, "\(range): the link stays")
        }
      }
      return ["\(Self.ranges.count) ranges: let in or turned away, none left hanging"]
    }
  }
}
