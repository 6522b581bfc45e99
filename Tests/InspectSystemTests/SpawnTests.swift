import Foundation
import InspectSystem
import TestSupport
import Testing

@Suite struct SpawnTests {
  @Test func `gives the output and the status of a program`() throws {
    let (bytes, status) = try Spawn.output(of: "/bin/sh", ["-c", "printf 'a b'; exit 7"])
    #expect(String(decoding: bytes, as: UTF8.self) == "a b")
    #expect(status == 7)
  }

  @Test func `arguments reach the program as they are, without a shell`() throws {
    let words = ["a b", "$HOME", "*", "", "é\n"]
    let (bytes, _) = try Spawn.output(of: "/usr/bin/printf", ["%s|"] + words)
    #expect(String(decoding: bytes, as: UTF8.self) == words.joined(separator: "|") + "|")
  }

  @Test func `keeps at most the limit and reads the rest, so that the program ends`() throws {
    let (bytes, status) = try Spawn.output(
      of: "/usr/bin/head", ["-c", "1000000", "/dev/zero"], limit: 1_000)
    #expect(bytes.count == 1_000)
    #expect(status == 0)
  }

  @Test func `tells the signal that ended a program`() throws {
    let (_, status) = try Spawn.output(of: "/bin/sh", ["-c", "kill -9 $$"])
    #expect(status == 128 + SIGKILL)
  }

  @Test func `a program that is not there is an error naming it`() {
    let error = #expect(throws: SystemError.self) { try Spawn.output(of: "/none/here", []) }
    #expect(error?.subject == "/none/here")
    #expect(error?.isMissing == true)
  }

  @Test func `a detached program has a session of its own and writes into its file`() throws {
    try withTemporaryFolder { folder in
      let file = folder.path("out")
      let pid = try Spawn.detached(
        "/bin/sh", ["-c", "ps -o sid= -p $$; echo error >&2; cat"], output: file)
      #expect(Spawn.wait(for: pid) == 0)
      let lines = try folder.read("out").split(separator: "\n")
      #expect(lines.first.flatMap { Int32($0.trimmingCharacters(in: .whitespaces)) } == pid)
      #expect(lines.last == "error")
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a program starts with no signal blocked or ignored`() throws {
    let done = Lock<(bytes: [UInt8], status: Int32)?>(nil)
    // A plain thread blocks all.
    try PlainThread.start(name: "spawns") {
      let found = try? Spawn.output(
        of: "/bin/grep", ["-E", "^Sig(Blk|Ign)", "/proc/self/status"])
      done.withLock { $0 = found ?? ([], -1) }
    }
    try eventuallyHere("the program ends") { done.withLock { $0 != nil } }
    let text = String(decoding: done.withLock { $0?.bytes } ?? [], as: UTF8.self)
    let masks = text.split(separator: "\n").map { line in
      line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    }
    #expect(masks.count == 2)
    #expect(masks.first == 0)
    #expect(masks.last.flatMap(\.self).map { $0 & (1 << UInt64(SIGPIPE - 1)) } == 0)
  }

  @Test func `a child that runs has not ended, and one that was buried is nobody's`() throws {
    let pid = try Spawn.detached("/bin/sleep", ["1000"])
    #expect(Spawn.ended(pid) == nil)
    #expect(ProcessTable.send(signal: SIGTERM, to: pid))
    #expect(Spawn.wait(for: pid) == 128 + SIGTERM)
    #expect(Spawn.wait(for: pid) == -1)
    #expect(Spawn.ended(pid) == nil)
  }
}
