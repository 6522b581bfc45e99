import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// The runtime folder as others may have prepared it: refused and left as it is, or ours alone.
  @Suite struct Folders {
    struct Trap: CustomTestStringConvertible, Sendable {
      let name: String
      let status: Int32
      let says: String
      /// Prepares what stands at the path; the second folder holds what must not be touched.
      let prepare: @Sendable (_ path: String, _ precious: String) throws -> Void
      var testDescription: String { name }
    }

    static let traps: [Trap] = [
      Trap(name: "a file", status: 66, says: "not a folder") { path, _ in
        try "mine".write(toFile: path, atomically: false, encoding: .utf8)
      },
      Trap(name: "a fifo", status: 66, says: "not a folder") { path, _ in mkfifo(path, 0o600) },
      Trap(name: "a link to a folder", status: 66, says: "not a folder") { path, precious in
        symlink(precious, path)
      },
      Trap(name: "a link to a file", status: 66, says: "not a folder") { path, precious in
        symlink(precious + "/file", path)
      },
      Trap(name: "a link to nothing", status: 66, says: "not a folder") { path, precious in
        symlink(precious + "/none", path)
      },
      Trap(name: "a link to itself", status: 66, says: "not a folder") { path, _ in
        symlink(path, path)
      },
      Trap(name: "a folder of mode 0777", status: 5, says: "chmod 700") { path, _ in
        mkdir(path, 0o700)
        chmod(path, 0o777)
      },
      Trap(name: "a folder of mode 1777", status: 5, says: "chmod 700") { path, _ in
        mkdir(path, 0o700)
        chmod(path, 0o1777)
      },
      Trap(name: "a folder that the group enters", status: 5, says: "chmod 700") { path, _ in
        mkdir(path, 0o700)
        chmod(path, 0o710)
      },
    ]

    @Test(arguments: traps)
    func `T7: what stands in the folder's place is refused and stays`(_ trap: Trap) async throws {
      try await withTemporaryFolder { folder in
        let precious = try folder.makeFolder("precious")
        try folder.write("precious/file", "precious")
        let path = folder.path("runtime")
        try trap.prepare(path, precious)
        let before = try Self.print(folder)
        let run = try await runProgram("inspectord", ["--folder", path])
        #expect(run.status == trap.status, "\(run)")
        #expect(run.errorOutput.contains(trap.says), "\(run)")
        #expect(run.errorOutput.contains(path), "\(run)")
        #expect(try Self.print(folder) == before)
      }
    }

    struct Plant: CustomTestStringConvertible, Sendable {
      let name: String
      let kind: String
      var testDescription: String { "\(kind) as \(name)" }
    }

    static let plants = ["daemon.lock", "daemon.json", "daemon.sock"].flatMap { name in
      ["file", "folder", "fifo", "link", "loop"].map { Plant(name: name, kind: $0) }
    }

    @Test(arguments: plants)
    func `T7: whatever stands at a name in the folder, no foreign file changes`(_ plant: Plant)
      async throws
    {
      try await withTemporaryFolder { folder in
        let outside = try folder.makeFolder("outside")
        try folder.write("outside/precious", "precious")
        let runtime = try folder.makeFolder("runtime")
        let path = "\(runtime)/\(plant.name)"
        switch plant.kind {
        case "file": try "planted".write(toFile: path, atomically: false, encoding: .utf8)
        case "folder": mkdir(path, 0o700)
        case "fifo": mkfifo(path, 0o600)
        case "link": symlink(outside + "/precious", path)
        default: symlink(path, path)
        }
        try await withProgram("inspectord", ["--folder", runtime]) { daemon in
          try await eventually("it serves or ends", seen: { daemon.summary }) {
            if daemon.exitStatus != nil { return true }
            if case .running = try DaemonState(in: RuntimeFolder(path: runtime)) { return true }
            return false
          }
          if let status = daemon.exitStatus {
            #expect([5, 6, 66, 73].contains(status), "\(daemon.summary)")
            #expect(daemon.errorOutput.contains(runtime), "\(daemon.summary)")
          }
        }
        let text = try String(contentsOfFile: outside + "/precious", encoding: .utf8)
        #expect(text == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["precious"])
      }
    }

    @Test func `of twenty daemons at once exactly one serves`() async throws {
      try await withTemporaryFolder { folder in
        let daemons = try (0..<20).map { _ in
          try startProgram("inspectord", ["--folder", folder.path])
        }
        defer { daemons.forEach { $0.kill() } }
        try await eventually("all but one have given up") {
          daemons.filter { $0.exitStatus == nil }.count == 1
        }
        #expect(daemons.compactMap(\.exitStatus).allSatisfy { $0 == 6 })
        let last = try #require(daemons.first { $0.exitStatus == nil })
        #expect(try await door(last, folder).guest(.observer).processes().isEmpty)
      }
    }

    @Test(arguments: [107, 108, 150])
    func `A4: a long path works, since the socket is put elsewhere`(_ bytes: Int) async throws {
      try await withTemporaryFolder { folder in
        let rest = bytes - folder.path.utf8.count - "//daemon.sock".utf8.count
        let path = try folder.makeFolder(String(repeating: "x", count: rest))
        #expect("\(path)/daemon.sock".utf8.count == bytes)
        let environment = ["BINDINSPECT_FOLDER": path]
        try await withProgram("Workload", [], environment: environment) { program in
          try await program.waitForOutput("ready")
          try await withProgram("inspectord", ["--folder", path]) { daemon in
            var run: ProgramRun?
            try await eventually("attaching", seen: { "\(run as Any)" }) {
              run = try await runProgram(
                "inspect-cli", ["attach", "\(program.pid)"], environment: environment)
              return run?.status == 0
            }
            guard case .running(let file) = try DaemonState(in: RuntimeFolder(path: path)) else {
              Issue.record("no daemon")
              return
            }
            #expect(file.socket.hasPrefix(bytes == 107 ? path : "/tmp/bindinspect-"))
            let answer = try await runProgram(
              "inspect-cli", ["tree", "\(program.pid)"], environment: environment)
            #expect(answer.status == 0, "\(answer)")
            try await daemon.terminate()
          }
          #expect(program.exitStatus == nil)
        }
      }
    }

    @Test func `a program whose folder has 4,000 bytes runs all the same`() async throws {
      let path = "/tmp" + String(repeating: "/x", count: 2_500)
      try await withProgram("Workload", [], environment: ["BINDINSPECT_FOLDER": path]) { program in
        try await program.waitForOutput("ready")
        try program.type("count")
        try await program.waitForOutput("10")
      }
      let run = try await runProgram("inspectord", ["--folder", path])
      #expect([64, 66].contains(run.status), "\(run)")
    }

    @Test(
      .enabled(if: geteuid() == 0, "only root can mount"), arguments: ["ro", "size=4k,nr_inodes=1"])
    func `a folder that takes no file is told`(_ option: String) async throws {
      try await withTemporaryFolder { folder in
        let path = try folder.makeFolder("mounted")
        let script =
          "mount -t tmpfs -o mode=700,\(option) none \"$1\" && exec \"$0\" --folder \"$1\""
        let run = try await runProgram(
          "/usr/bin/unshare",
          ["--mount", "/bin/sh", "-c", script, try BuiltProgram.path("inspectord"), path])
        #expect([5, 66, 70, 73].contains(run.status), "\(run)")
        #expect(run.errorOutput.contains(path), "\(run)")
      }
    }

    @Test func `a program in a folder that takes no file runs on`() async throws {
      try await withTemporaryFolder { folder in
        let path = try folder.makeFolder("mounted")
        let script = "mount -t tmpfs -o mode=700,ro none \"$1\" && exec \"$0\""
        try await withProgram(
          "/usr/bin/unshare",
          ["--mount", "/bin/sh", "-c", script, try BuiltProgram.path("Workload"), path],
          environment: ["BINDINSPECT_FOLDER": path]
        ) { program in
          try await program.waitForOutput("ready")
          #expect(program.errorOutput.isEmpty)
        }
      }
    }

    @Test func `a token file of somebody else is not believed`() async throws {
      try await withDoor { door in
        let path = door.folder.path("daemon.json")
        chmod(path, 0o644)
        let run = try await runProgram(
          "inspect-cli", ["status"], environment: ["BINDINSPECT_FOLDER": door.folder.path])
        #expect(run.status != 0)
        #expect(run.errorOutput.contains("is open to others"), "\(run)")
      }
    }

    /// Every entry below a folder, with kind, mode, owner and content.
    private static func print(_ folder: TemporaryFolder) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
      return names.sorted().map { name in
        var facts = stat()
        lstat(folder.path(name), &facts)
        let isFile = facts.st_mode & S_IFMT == S_IFREG
        let text = isFile ? (try? folder.read(name)) ?? "" : ""
        return "\(name) \(String(facts.st_mode, radix: 8)) \(facts.st_uid) \(facts.st_ino) \(text)"
      }
    }
  }
}
