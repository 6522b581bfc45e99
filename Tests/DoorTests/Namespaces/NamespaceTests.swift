import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

private var canUnshare: Bool {
  let words = ["--pid", "--mount", "--net", "--fork", "/bin/true"]
  return geteuid() == 0
    && (try? Spawn.output(of: "/usr/bin/unshare", words))?.status == 0
}

extension DoorTests {
  /// Programs with a root folder, numbers or network of their own, attached to from outside.
  @Suite(.enabled(if: canUnshare, "no namespaces can be made here")) struct Namespaces {
    /// A way to keep a program apart from us.
    struct Way: CustomTestStringConvertible, Sendable {
      let name: String
      let words: [String]
      /// Runs in there before the program.
      let setUp: String
      var testDescription: String { name }
    }

    // In a mount namespace `/tmp` is another one, as in a container.
    private static let ownTmp = "mount -t tmpfs none /tmp && "

    static let ways = [
      Way(
        name: "its own numbers, files and network",
        words: ["--pid", "--mount", "--net", "--fork", "--mount-proc"], setUp: ownTmp),
      Way(name: "its own files", words: ["--mount"], setUp: ownTmp),
      Way(
        name: "its own numbers, with our table of processes",
        words: ["--pid", "--mount", "--fork"],
        setUp: ownTmp),
      Way(name: "its own network", words: ["--net"], setUp: ""),
      Way(
        name: "its own user, mapped to ours",
        words: ["--user", "--map-root-user", "--pid", "--mount", "--fork", "--mount-proc"],
        setUp: ownTmp),
    ]

    private func cli(_ folder: TemporaryFolder, _ words: String...) async throws -> ProgramRun {
      try await runProgram(
        "inspect-cli", words, environment: ["BINDINSPECT_FOLDER": folder.path])
    }

    /// Runs the body with a program that is kept apart, and the number that it has for us.
    private func withApart(
      _ way: Way, _ program: String = "Workload", environment: [String: String] = [:],
      _ body: (Int32) async throws -> Void
    ) async throws {
      let path = program.hasPrefix("/") ? program : try BuiltProgram.path(program)
      try await withProgram(
        "/usr/bin/unshare",
        way.words
          + ["--kill-child", "/bin/sh", "-c", way.setUp + "exec \"$0\" --name apart", path]
          .filter { $0 != "--kill-child" || way.words.contains("--fork") },
        environment: environment
      ) { unshare in
        if program == "Workload" { try await unshare.waitForOutput("ready") }
        var pid = unshare.pid
        if way.words.contains("--fork") {
          try await eventually("the program in there") {
            let children = try? WholeFile.readKernel(
              "/proc/\(unshare.pid)/task/\(unshare.pid)/children")
            pid =
              children.flatMap {
                Int32(
                  String(decoding: $0, as: UTF8.self).split(separator: " ").first.map(String.init)
                    ?? "")
              } ?? 0
            return pid > 0 && ProcessTable.program(of: pid)?.hasSuffix(path) == true
          }
        }
        try await body(pid)
      }
    }

    private func attach(_ folder: TemporaryFolder, _ name: String) async throws {
      var run: ProgramRun?
      try await eventually("attaching to \(name)", seen: { "\(run as Any)" }) {
        run = try await cli(folder, "attach", name)
        return run?.status == 0
      }
    }

    @Test(arguments: ways)
    func `A3: a program apart is attached to by our number for it`(_ way: Way) async throws {
      try await withTemporaryFolder { folder in
        let environment =
          way.name.contains("network") && !way.name.contains("numbers")
          ? ["BINDINSPECT_FOLDER": folder.path] : [:]
        try await withApart(way, environment: environment) { pid in
          try await attach(folder, "\(pid)")
          let tree = try await cli(folder, "tree", "\(pid)")
          #expect(tree.status == 0 && tree.output.contains("apart"), "\(tree)")
          let rows = try await cli(folder, "ps")
          #expect(rows.output.contains("\(pid)"), "\(rows)")
          #expect(rows.output.contains("attached"), "\(rows)")
          _ = try await cli(folder, "stop")
        }
      }
    }

    @Test func `A3: a program apart is attached to by its name`() async throws {
      try await withTemporaryFolder { folder in
        try await withApart(Self.ways[0]) { pid in
          let rows = try await cli(folder, "ps")
          #expect(rows.output.contains("\(pid)") && rows.output.contains("Workload"), "\(rows)")
          try await attach(folder, "Workload")
          let why = try await cli(folder, "check", "Workload")
          #expect(why.status == 0, "\(why)")
          _ = try await cli(folder, "stop")
        }
      }
    }

    @Test func `A3: a lost link is dialled again through the target's root`() async throws {
      try await withTemporaryFolder { folder in
        try await withApart(Self.ways[0]) { pid in
          try await attach(folder, "\(pid)")
          guard case .running(let file) = try DaemonState(in: folder.runtime) else {
            Issue.record("no daemon")
            return
          }
          _ = ProcessTable.send(signal: Signals.kill, to: file.pid)
          try await attach(folder, "\(pid)")
          let tree = try await cli(folder, "tree", "\(pid)")
          #expect(tree.output.contains("apart"), "\(tree)")
          _ = try await cli(folder, "stop")
        }
      }
    }

    @Test func `A3: a program apart that tells nothing says which part failed`() async throws {
      try await withTemporaryFolder { folder in
        let without = Way(
          name: "no folder", words: ["--pid", "--mount", "--fork", "--mount-proc"],
          setUp: "mount -t tmpfs none /tmp && exec sleep 600 && ")
        try await withApart(without, "/bin/sleep") { pid in
          let run = try await cli(folder, "attach", "\(pid)")
          #expect(run.status == 4, "\(run)")
          #expect(run.errorOutput.contains("root folder has no runtime folder"), "\(run)")
        }
        let with = Way(
          name: "a folder without it", words: ["--pid", "--mount", "--fork", "--mount-proc"],
          setUp: "mount -t tmpfs none /tmp && mkdir -m 700 /tmp/bindinspect-0 && exec sleep 600 && "
        )
        try await withApart(with, "/bin/sleep") { pid in
          let run = try await cli(folder, "attach", "\(pid)")
          #expect(run.status == 4, "\(run)")
          #expect(run.errorOutput.contains("tells nothing of process 1"), "\(run)")
          #expect(run.errorOutput.contains("its own pid namespace"), "\(run)")
        }
      }
    }

    @Test func `links in a program's root do not lead out of it`() async throws {
      try await withTemporaryFolder { folder in
        // Our own folder stands where the link leads in our root, and tells of the same number.
        let outside = try folder.makeFolder("outside")
        try folder.write("outside/1-1.json", "{}")
        let way = Way(
          name: "a link out", words: ["--pid", "--mount", "--fork", "--mount-proc"],
          setUp:
            "mount -t tmpfs none /run && ln -s \(outside) /run/escape && mount -t tmpfs none /tmp "
            + "&& exec sleep 600 && ")
        try await withApart(
          way, "/bin/sleep", environment: ["BINDINSPECT_FOLDER": "/run/escape"]
        ) { pid in
          let run = try await cli(folder, "attach", "\(pid)")
          #expect(run.status == 4, "\(run)")
          #expect(run.errorOutput.contains("/run/escape is not a folder"), "\(run)")
        }
      }
    }

    @Test func `a program in a root folder of its own is attached to`() async throws {
      try await withTemporaryFolder { folder in
        let root = try folder.makeFolder("root")
        let script = OwnRoot.script() + "exec chroot . \"$0\" --name apart"
        try await withProgram(
          "/usr/bin/unshare",
          ["--mount", "/bin/sh", "-c", script, try BuiltProgram.path("Workload"), root]
        ) { program in
          try await program.waitForOutput("ready")
          try await attach(folder, "\(program.pid)")
          let tree = try await cli(folder, "tree", "\(program.pid)")
          #expect(tree.output.contains("apart"), "\(tree)")
          _ = try await cli(folder, "stop")
        }
      }
    }
  }
}
