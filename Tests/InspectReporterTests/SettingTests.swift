import InspectLink
import Testing

@testable import InspectReporter

@Suite struct Settings {
  struct Row: CustomTestStringConvertible {
    var variables: [String: String]
    var mode: IdleMode = .armed
    var address: String?
    var wait = 0
    var remarks = 0
    var isComplete = false
    var program = "/usr/bin/shop"
    var testDescription: String { "\(variables)" }
  }

  @Test(arguments: [
    Row(variables: [:]),
    Row(variables: ["BINDINSPECT": ""]),
    Row(variables: ["BINDINSPECT": "none"], mode: .none),
    Row(variables: ["BINDINSPECT": "off"], mode: .off),
    Row(variables: ["BINDINSPECT": "armed"]),
    Row(variables: ["BINDINSPECT": "flight"], remarks: 1),
    Row(variables: ["BINDINSPECT": "complete"], remarks: 1),
    Row(variables: ["BINDINSPECT": "complete", "BINDINSPECT_COMPLETE": "no"], remarks: 1),
    Row(variables: ["BINDINSPECT": "complete", "BINDINSPECT_COMPLETE": "yes"], isComplete: true),
    Row(variables: ["BINDINSPECT": "complete", "BINDINSPECT_TEST": "1"], isComplete: true),
    Row(
      variables: ["BINDINSPECT": "complete"], isComplete: true,
      program: "/shop/.build/debug/shopPackageTests.xctest"),
    Row(variables: ["BINDINSPECT_COMPLETE": "yes"]),
    Row(variables: ["BINDINSPECT": "on"], remarks: 1),
    Row(variables: ["BINDINSPECT": "OFF"], remarks: 1),
    Row(variables: ["BINDINSPECT_URL": "unix:/run/d.sock"], address: "unix:/run/d.sock"),
    Row(variables: ["BINDINSPECT_URL": "ws://127.0.0.1:9"], address: "ws://127.0.0.1:9"),
    Row(variables: ["BINDINSPECT_URL": "ws://10.0.0.1:9"], remarks: 1),
    Row(variables: ["BINDINSPECT_URL": "unix:relative"], remarks: 1),
    Row(variables: ["BINDINSPECT_URL": ""]),
    Row(variables: ["BINDINSPECT": "none", "BINDINSPECT_URL": "unix:/run/d.sock"], mode: .none),
    Row(variables: ["BINDINSPECT_WAIT": "250"], wait: 250),
    Row(variables: ["BINDINSPECT_WAIT": "99999999"], wait: 10_000),
    Row(variables: ["BINDINSPECT_WAIT": "-1"], remarks: 1),
    Row(variables: ["BINDINSPECT_WAIT": "soon"], remarks: 1),
    Row(variables: ["BINDINSPECT_WAIT": "99999999999999999999"], remarks: 1),
  ])
  func `the environment is read as documented`(_ row: Row) {
    let setting = Setting(program: row.program) { row.variables[$0] }
    #expect(setting.mode == row.mode)
    #expect(setting.address?.text == row.address)
    #expect(setting.wait == row.wait)
    #expect(setting.isComplete == row.isComplete)
    #expect(setting.remarks.count == row.remarks, "\(setting.remarks)")
  }

  @Test func `a remark repeats no control character`() {
    let setting = Setting { $0 == "BINDINSPECT" ? "\u{1b}[31m" : nil }
    #expect(setting.remarks.allSatisfy { !$0.contains("\u{1b}") })
  }

  @Test func `a wait made by hand is bounded too`() {
    #expect(Setting(ReporterConfiguration(wait: .max)).wait == 10_000)
    #expect(Setting(ReporterConfiguration(wait: -5)).wait == 0)
  }
}
