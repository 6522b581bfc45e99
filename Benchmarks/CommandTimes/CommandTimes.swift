import BenchmarkStage
import InspectSystem

/// S13: whole commands, from their start to their end, against a program that does nothing.
@main
enum CommandTimes {
  static func main() throws {
    let rounds = CommandLine.arguments.contains("--quick") ? 15 : 31
    let stage = Stage()
    defer { stage.end() }
    let workload = stage.workload("--bindings", "10000", "--red", "100")
    defer { workload.end() }

    let commands: [(name: String, arguments: [String], goal: Int)] = [
      ("ps", ["ps"], 30), ("tree-10000", ["tree", "\(workload.pid)"], 100),
      ("why", ["why", "item5.title"], 50),
    ]
    let turns = try Turns(
      rounds,
      [{ milliseconds("/bin/true", []) }]
        + commands.map { command in
          { milliseconds(stage.path("inspect-cli"), command.arguments) }
        })
    for (index, command) in commands.enumerated() {
      Figure(
        "S13-\(command.name)", turns.median(index + 1), "ms", beside: "/bin/true",
        turns.median(0), ratio: turns.ratio(index + 1, to: 0)
      ).print(goal: "\(command.goal) ms")
    }
  }

  private static func milliseconds(_ program: String, _ arguments: [String]) -> Double {
    ContinuousClock().measure {
      let run = try? Spawn.output(of: program, arguments, limit: 64 << 20)
      precondition((run?.status ?? 99) <= 1, "\(program) \(arguments) works")
    } / .milliseconds(1)
  }
}
