import Testing

@testable import inspect_cli

@Suite struct `Arguments` {
  @Test(arguments: [
    ("ps", Invocation(.ps)),
    ("attach 4711", Invocation(.attach, operands: ["4711"])),
    ("attach --json 4711", Invocation(.attach, operands: ["4711"], options: ["json": ""])),
    ("--folder /x tree", Invocation(.tree, options: ["folder": "/x"])),
    ("--json tree --folder=/x=y", Invocation(.tree, options: ["json": "", "folder": "/x=y"])),
    ("--process 12 tree", Invocation(.tree, options: ["process": "12"])),
    ("show -- --name", Invocation(.show, operands: ["--name"])),
    ("-- show name", Invocation(.show, operands: ["name"])),
    ("attach -5", Invocation(.attach, operands: ["-5"])),
    ("tree --follow --worst-first", Invocation(.tree, options: ["follow": "", "worst-first": ""])),
    ("tree -h", Invocation(.help, operands: ["tree"], options: ["help": ""])),
    ("tree --help", Invocation(.help, operands: ["tree"], options: ["help": ""])),
    ("--help", Invocation(.help, options: ["help": ""])),
    ("why --help", Invocation(.help, operands: ["why"], options: ["help": ""])),
    ("--version", Invocation(.help, options: ["version": ""])),
    ("--folder /a ps --folder /b", Invocation(.ps, options: ["folder": "/b"])),
  ])
  func `are read by the table`(line: String, expected: Invocation) throws {
    #expect(try ArgumentParser.parse(line.split(separator: " ").map(String.init)) == expected)
  }

  @Test(arguments: [
    ("", "No command was given.", ""),
    ("atach 1", "There is no command “atach”.", "Did you mean “attach”?"),
    ("frobnicate", "There is no command “frobnicate”.", ""),
    ("tree --folow", "`tree` has no option “--folow”.", "Did you mean “--follow”?"),
    (
      "tree --wurst-first", "`tree` has no option “--wurst-first”.", "Did you mean “--worst-first”?"
    ),
    ("ps --strict", "`ps` has no option “--strict”.", "It is an option of `check`."),
    ("ps -a", "`ps` has no option “-a”.", ""),
    ("--nothing ps", "`ps` has no option “--nothing”.", ""),
    (
      "--strict", "There is no option “--strict” before a command.",
      "It stands behind its command: `check`."
    ),
    ("tree --process", "--process needs a value.", ""),
    ("tree --process=", "--process needs a value.", ""),
    ("tree --follow=yes", "--follow takes no value.", ""),
    ("attach", "`attach` needs PID|NAME.", ""),
    ("attach 1 2", "`attach` takes no “2”.", ""),
    ("ps 1", "`ps` takes no “1”.", ""),
    ("tree 1 --process 2", "Two processes are named, “1” and one with --process.", ""),
  ])
  func `that make no sense are told so`(line: String, what: String, why: String) {
    let complaint = #expect(throws: Complaint.self) {
      try ArgumentParser.parse(line.split(separator: " ").map(String.init))
    }
    #expect(complaint?.status == .usage)
    #expect(complaint?.what == what)
    #expect(complaint?.why == why)
    #expect(complaint?.remedy.isEmpty == false)
  }

  @Test func `that are empty or hostile are shown as text`() {
    let complaint = #expect(throws: Complaint.self) {
      try ArgumentParser.parse(["\u{1b}[31mps\n"])
    }
    #expect(complaint?.what == "There is no command “\\u{1b}[31mps\\u{a}”.")
    #expect(throws: Complaint.self) { try ArgumentParser.parse(["why", ""]) }
  }

  @Test func `have one meaning for each option name`() {
    let all = CommandTable.all.flatMap(\.options) + CommandTable.commonOptions
    for option in all {
      #expect(OptionEntry.everyOne.contains(option), "\(option.name) is missing in everyOne")
    }
    #expect(Set(OptionEntry.everyOne.map(\.name)).count == OptionEntry.everyOne.count)
  }
}
