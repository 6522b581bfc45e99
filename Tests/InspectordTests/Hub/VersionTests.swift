import InspectWire
import Testing

@testable import inspectord

/// Old and new on either side of a greeting: what both speak is spoken, else one side is named.
@Suite struct HubVersions {
  struct Case: CustomTestStringConvertible, Sendable {
    let range: String
    /// What the remedy must say; nil where the greeting is taken.
    let names: String?
    var testDescription: String { range }
  }

  @Test(arguments: [
    Case(range: "[1,1]", names: nil), Case(range: "[0,1]", names: nil),
    Case(range: "[1,2147483648]", names: nil),
    Case(range: "[-9223372036854775808,9223372036854775807]", names: nil),
    Case(range: "[0,0]", names: "the other side is too old"),
    Case(range: "[-5,-1]", names: "the other side is too old"),
    Case(range: "[2,3]", names: "the daemon is too old"),
    Case(range: "[2147483648,2147483648]", names: "the daemon is too old"),
  ])
  func `J1: a range is taken, or refused with the side that is old`(_ example: Case) {
    var bench = HubBench()
    let id = bench.open()
    bench.send(text: #"{"m":"hello","role":"observer","protocol":\#(example.range)}"#, from: id)
    switch (bench.pull(id).first, example.names) {
    case (.welcome(let welcome)?, nil):
      #expect(welcome.version == 1)
      #expect(bench.peers[id]?.isOpen == true)
    case (.reject(let reject)?, let names?):
      #expect(reject.code == .versionMismatch)
      #expect(reject.remedy.contains(names), "\(reject.remedy)")
      #expect(reject.text.contains("the daemon speaks protocol version 1"))
      #expect(bench.peers[id]?.closing?.code == 1_008)
    case (let answer, _): Issue.record("\(String(describing: answer))")
    }
  }

  @Test(arguments: ["[2,1]", "[]", "[1]", "1", "null", "[1,1.0]", #"["a","b"]"#])
  func `a range that is none ends the link`(_ range: String) {
    var bench = HubBench()
    let id = bench.open()
    bench.send(text: #"{"m":"hello","role":"observer","protocol":\#(range)}"#, from: id)
    #expect(bench.pull(id) == [])
    #expect(bench.peers[id]?.closing?.code == 1_008)
  }

  @Test func `a greeting without a range ends the link`() {
    var bench = HubBench()
    let id = bench.open()
    bench.send(text: #"{"m":"hello","role":"observer"}"#, from: id)
    #expect(bench.peers[id]?.closing?.code == 1_008)
  }

  @Test func `J1: a program that is refused for its version is named where it was to be attached`()
  {
    var bench = HubBench()
    let id = bench.open(.dialled(InstanceID(high: 1, low: 2)))
    bench.send(text: #"{"m":"hello","role":"reporter","protocol":[2,3]}"#, from: id)
    guard case .reject(let reject)? = bench.pull(id).first else {
      Issue.record("no reject")
      return
    }
    #expect(reject.remedy.contains("install one that speaks protocol 2"))
  }
}
