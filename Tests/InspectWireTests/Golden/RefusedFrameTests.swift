internal import Foundation
internal import InspectWire
internal import Testing

/// Frames that every reader must refuse, also those in other languages: `refused.json`.
@Suite struct RefusedFrameTests {
  /// What was announced before, and the frame.
  private static let columns =
    #"{"m":"columns","of":"status","names":["binding","colour","since","good"]}"#

  private static let refused: [(why: String, frame: String)] = [
    ("no object", #"[]"#), ("nothing", ""), ("no kind", #"{}"#),
    ("the kind is not first", #"{"seq":1,"m":"credit"}"#), ("the kind is no text", #"{"m":1}"#),
    ("cut off", #"{"m":"credit","seq":1"#), ("more than one value", #"{"m":"beat"}{"m":"beat"}"#),
    ("a key twice", #"{"m":"credit","seq":1,"seq":1}"#),
    ("a key twice, once escaped", #"{"m":"credit","seq":1,"s\u0065q":1}"#),
    ("a comma before an end", #"{"m":"beat",}"#), ("a byte-order mark", "\u{FEFF}{\"m\":\"beat\"}"),
    ("NUL in a name", #"{"m":"why","id":1,"name":"a\u0000"}"#),
    ("half a surrogate pair", #"{"m":"why","id":1,"name":"\ud800"}"#),
    ("a control byte", "{\"m\":\"why\",\"id\":1,\"name\":\"a\u{1}\"}"),
    ("an unknown escape", #"{"m":"why","id":1,"name":"\x41"}"#),
    ("a leading zero", #"{"m":"credit","seq":01}"#), ("a sign", #"{"m":"credit","seq":+1}"#),
    ("a fraction", #"{"m":"credit","seq":1.0}"#), ("an exponent", #"{"m":"credit","seq":1e2}"#),
    ("negative", #"{"m":"credit","seq":-1}"#),
    ("2^64", #"{"m":"credit","seq":"18446744073709551616"}"#),
    ("digits with a space", #"{"m":"credit","seq":"1 "}"#),
    ("an empty number", #"{"m":"credit","seq":""}"#),
    ("not a number", #"{"m":"credit","seq":NaN}"#),
    ("null in a required field", #"{"m":"credit","seq":null}"#),
    ("a required field is missing", #"{"m":"credit"}"#),
    (
      "deeper than 32",
      #"{"m":"beat","x":"# + String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        + "}"
    ),
    ("an unknown role", #"{"m":"hello","role":"king","protocol":[1,1]}"#),
    ("a range upside down", #"{"m":"hello","role":"observer","protocol":[2,1]}"#),
    ("an instance that is none", #"{"m":"attach","id":1,"process":{"instance":"0"}}"#),
    ("a text that was not announced", #"{"m":"status","seq":1,"rows":[[1,0,0,["other",9,""]]]}"#),
    ("columns that were not announced", #"{"m":"edges","seq":1,"rows":[[1]]}"#),
    ("texts out of order", #"{"m":"strings","from":3,"texts":[]}"#),
    ("a column twice", #"{"m":"columns","of":"ended","names":["what","id","at","id"]}"#),
    ("a required column is missing", #"{"m":"columns","of":"ended","names":["what","id"]}"#),
    ("a row with too many cells", #"{"m":"status","seq":1,"rows":[[1,0,0,null,5]]}"#),
    ("a required cell is missing", #"{"m":"status","seq":1,"rows":[[1,0]]}"#),
    ("an unknown colour", #"{"m":"status","seq":1,"rows":[[1,4,0]]}"#),
    (
      "a link that runs back",
      #"{"m":"snapshotEnd","stream":1,"run":"00000000000000000000000000000000","from":2,"to":1}"#
    ),
    ("a value without payload", #"{"m":"status","seq":1,"rows":[[1,0,0,["int"]]]}"#),
    (
      "a number beyond its tag",
      #"{"m":"status","seq":1,"rows":[[1,0,0,["int",9223372036854775808]]]}"#
    ),
    ("bytes that are no base64", #"{"m":"status","seq":1,"rows":[[1,0,0,["bytes","A"]]]}"#),
    ("a key without value", #"{"m":"status","seq":1,"rows":[[1,0,0,["dictionary",[["none"]]]]]}"#),
  ]

  private func fault(_ frame: String) throws -> WireError? {
    var decoder = MessageDecoder()
    _ = try decoder.decode(Array(Self.columns.utf8))
    do {
      _ = try decoder.decode(Array(frame.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `every reader refuses these, and says where`() throws {
    let entries = try Self.refused.map { why, frame -> JSON in
      let fault = try #require(try fault(frame), "\(why)")
      return [
        "why": .string(why), "frame": .string(frame), "offset": .int(Int64(fault.offset)),
        "text": .string(fault.text),
      ]
    }
    let golden: JSON = ["before": [.string(Self.columns)], "refused": .array(entries)]
    let file = Fixtures.frames.appending(path: "refused.json")
    #expect(try Fixtures.text(file, rewritten: golden.pretty + "\n") == golden.pretty + "\n")
  }
}
