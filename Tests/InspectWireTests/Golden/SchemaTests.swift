internal import Foundation
internal import InspectWire
internal import Testing

@Suite struct SchemaTests {
  private func validator() throws -> SchemaValidator {
    let file = Fixtures.root.appending(path: "docs/protocol.schema.json")
    return SchemaValidator(schema: try JSON.parse([UInt8](try Data(contentsOf: file))))
  }

  @Test(arguments: GoldenFrameTests.names)
  func `every golden frame keeps to the schema`(name: String) throws {
    let validator = try validator()
    let file = Fixtures.frames.appending(path: "\(name).jsonl")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      #expect(validator.faults(try JSON.parse(Array(line.utf8))) == [])
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `random messages keep to the schema`(seed: UInt64) throws {
    let validator = try validator()
    var random = RandomRecords(seed: seed)
    var encoder = MessageEncoder()
    for _ in 0..<40 {
      for frame in encoder.encode(random.message()) {
        #expect(validator.faults(try JSON.parse(frame)) == [])
      }
    }
  }

  @Test(arguments: [
    #"{}"#, #"{"m":"nonsense"}"#, #"{"m":"credit"}"#, #"{"m":"credit","seq":-1}"#,
    #"{"m":"credit","seq":1.5}"#, #"{"m":"credit","seq":"007"}"#, #"{"m":"want","level":7}"#,
    #"{"m":"status","seq":1,"rows":[[1,0]]}"#, #"{"m":"status","seq":1,"rows":[[1,4,0]]}"#,
    #"{"m":"hello","role":"king","protocol":[1,1]}"#, #"{"m":"result","id":1}"#,
    #"{"m":"why","id":1,"name":"a\u0000"}"#,
    #"{"m":"subscribe","id":1,"level":1,"instances":["x"]}"#,
    #"{"m":"status","seq":1,"rows":[[1,0,0,0,0,null,null,1,[],["int"]]]}"#,
  ])
  func `what is no message breaks the schema`(text: String) throws {
    #expect(try validator().faults(try JSON.parse(Array(text.utf8))) != [])
  }

  @Test func `a keyword that is not judged is told`() {
    let validator = SchemaValidator(schema: ["contains": [:]])
    #expect(validator.faults([]).count == 1)
  }
}
