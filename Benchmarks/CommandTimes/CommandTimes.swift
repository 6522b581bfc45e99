import BenchmarkStage
import InspectSystem

/// S13: whole commands, from their start to their end, against a program that does nothing.
@main
enum CommandTimes {
  static func main() {
    let rounds = CommandLine.arguments.contains("--quick") ? 7 : 31
    let stage = Stage()
    defer { stage.end() }
    let workload = stage.workload("--bindings", "10000", "--red", "100")
    defer { workload.end() }

    let commands: [(name: String, arguments: [String], goal: Int)] = [
      ("ps", ["ps"], 30), ("tree-10000", ["tree", "\(workload.pid)"], 100),
      ("why", ["why", "item5.title"], 50),
    ]
    var nothing: [Double] = []
    var times = commands.map { _ in [Double]() }
    for _ in 0..<rounds {
      nothing.append(milliseconds("/bin/true", []))
      for (index, command) in commands.enumerated() {
        times[index].append(milliseconds(stage.path("inspect-cli"), command.arguments))
      }
    }
    let reference = Measure.median(nothing)
    for (command, times) in zip(commands, times) {
      let time = Measure.median(times)
      print(
        "S13-\(command.name) \(Measure.rounded(time)) ms (/bin/true \(Measure.rounded(reference)), "
          + "\(Measure.rounded(time / reference)); goal \(command.goal) ms)")
    }
  }

  private static func milliseconds(_ program: String, _ arguments: [String]) -> Double {
    ContinuousClock().measure {
      let run = try? Spawn.output(of: program, arguments, limit: 64 << 20)
      precondition((run?.status ?? 99) <= 1, "\(program) \(arguments) works")
    } / .milliseconds(1)
  }
}
