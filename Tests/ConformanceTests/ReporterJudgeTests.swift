import InspectWire
import Testing

@testable import inspect_cli

/// Each rule that a judge alone can see, broken by one line.
@Suite struct ReporterJudgeTests {
  private static let hello =
    #"{"m":"hello","role":"reporter","protocol":[1,1],"instance":"#
    + #"{"instance":"0123456789abcdeffedcba9876543210","name":"a","pid":7}}"#
  private static let tables = [
    #"{"m":"columns","of":"scope","names":["id","name"]}"#,
    #"{"m":"columns","of":"node","names":["id","scope"]}"#,
    #"{"m":"columns","of":"binding","names":["id","name","scope","node"]}"#,
    #"{"m":"columns","of":"status","names":["binding","colour","since","marks","good"]}"#,
    #"{"m":"columns","of":"ended","names":["what","id","at"]}"#,
    #"{"m":"scope","seq":1,"rows":[[1,"s"]]}"#,
    #"{"m":"binding","seq":2,"rows":[[1,"b",1]]}"#,
  ]

  private func judge(_ frames: [String], level: Level = .status) -> ReporterJudge {
    var judge = ReporterJudge(RuleBook())
    _ = judge.take(Array(Self.hello.utf8))
    judge.welcome()
    judge.want(level)
    for frame in Self.tables + frames { _ = judge.take(Array(frame.utf8)) }
    judge.finish()
    return judge
  }

  private func broken(_ book: RuleBook) -> [RuleID] {
    RuleID.allCases.filter { book[$0].word == "fail" }
  }

  @Test(
    arguments: [
      (.framesReadable, [#"{"m":"beat",}"#]),
      (.framesReadable, [#"{"m":"status","seq":3,"rows":[[1,9,0]]}"#]),
      (.tablesInOrder, [#"{"m":"strings","from":1,"texts":["a"]}"#]),
      (.tablesInOrder, [#"{"m":"scope","seq":3,"rows":[[2,0]]}"#]),
      (.tablesInOrder, [#"{"m":"edges","seq":3,"rows":[[1]]}"#]),
      (
        .limitsKept,
        [
          #"{"m":"beat","x":"# + String(repeating: "[", count: 40)
            + String(repeating: "]", count: 40)
            + "}"
        ]
      ),
      (.ownMessages, [#"{"m":"want","level":1}"#]), (.helloFirst, [hello]),
      (.numbersConsecutive, [#"{"m":"scope","seq":4,"rows":[]}"#]),
      (.numbersConsecutive, [#"{"m":"scope","seq":2,"rows":[]}"#]),
      (.declaredFirst, [#"{"m":"status","seq":3,"rows":[[2,2,0]]}"#]),
      (.declaredFirst, [#"{"m":"node","seq":3,"rows":[[1,2]]}"#]),
      (.declaredFirst, [#"{"m":"binding","seq":3,"rows":[[2,"c",2]]}"#]),
      (.declaredFirst, [#"{"m":"binding","seq":3,"rows":[[2,"c",1,1]]}"#]),
      (.idsOnce, [#"{"m":"scope","seq":3,"rows":[[0,"t"]]}"#]),
      (
        .idsOnce,
        [
          #"{"m":"ended","seq":3,"rows":[[2,1,5]]}"#,
          #"{"m":"binding","seq":4,"rows":[[1,"b",1]]}"#,
        ]
      ),
      (.namesUnique, [#"{"m":"binding","seq":3,"rows":[[2,"b",1]]}"#]),
      (.beatOnce, [#"{"m":"beat"}"#, #"{"m":"beat"}"#]),
      (.creditHeeded, (3...9).map { #"{"m":"scope","seq":\#($0),"rows":[]}"# }),
      (.valuesWanted, [#"{"m":"status","seq":3,"rows":[[1,2,0,0,["int",1]]]}"#]),
      (.historyWanted, [#"{"m":"history","seq":3,"rows":[[1,0,1,1,0]]}"#]),
      (.byeLast, [#"{"m":"bye","why":"exit"}"#, #"{"m":"beat"}"#]),
    ] as [(RuleID, [String])])
  func `a broken rule is named, and no other`(rule: RuleID, frames: [String]) {
    #expect(broken(judge(frames).book) == [rule])
  }

  @Test(
    arguments: [
      (.secretsKept, [#"{"m":"status","seq":3,"rows":[[1,2,0,512,["int",1]]]}"#]),
      (.historyNumbered, [#"{"m":"history","seq":3,"rows":[[2,0,1,1,0],[2,0,1,0,1]]}"#]),
      (.historyNumbered, [#"{"m":"history","seq":3,"rows":[[2,0,1,1,0],[4,0,1,0,1]]}"#]),
      (.historyNumbered, [#"{"m":"lost","from":3,"to":2,"count":1,"why":""}"#]),
    ] as [(RuleID, [String])])
  func `so is one that shows where more is demanded`(rule: RuleID, frames: [String]) {
    #expect(broken(judge(frames, level: .history).book) == [rule])
  }

  @Test func `history that fell out and was told is no gap`() {
    let book = judge(
      [
        #"{"m":"history","seq":3,"rows":[[2,0,1,1,0],[4,0,1,0,1]]}"#,
        #"{"m":"lost","from":1,"to":3,"count":2,"why":"full"}"#,
      ], level: .history
    ).book
    #expect(broken(book) == [])
    #expect(book[.historyNumbered] == .passed)
  }

  @Test func `before welcome anything but hello is too early`() {
    var judge = ReporterJudge(RuleBook())
    _ = judge.take(Array(Self.hello.utf8))
    _ = judge.take(Array(#"{"m":"beat"}"#.utf8))
    #expect(broken(judge.book) == [.waitsForWelcome])
  }

  @Test(
    arguments: [
      (#"{"m":"beat"}"#, [.helloFirst]),
      (#"{"m":"hello","role":"observer","protocol":[1,1]}"#, [.helloFirst]),
      (#"{"m":"hello","role":"reporter","protocol":[1,1]}"#, [.helloFirst]),
      (
        #"{"m":"hello","role":"reporter","protocol":[1,1],"instance":"#
          + #"{"instance":"00000000000000000000000000000000","name":"a","pid":7}}"#, [.helloFirst]
      ),
      (
        #"{"m":"hello","role":"reporter","protocol":[2,3],"instance":"#
          + #"{"instance":"0123456789abcdeffedcba9876543210","name":"a","pid":7}}"#,
        [.versionCommon]
      ),
    ] as [(String, [RuleID])])
  func `a greeting that is none is named`(frame: String, rules: [RuleID]) {
    var judge = ReporterJudge(RuleBook())
    _ = judge.take(Array(frame.utf8))
    #expect(broken(judge.book) == rules)
  }

  @Test func `a kind of a later version is no fault`() {
    #expect(broken(judge([#"{"m":"tomorrow","seq":1}"#]).book) == [])
  }
}
