private import Glibc
private import InspectReporter

/// A program with as many bindings as asked for, told through InspectReporter's public API alone.
///
/// Tests and benchmarks run it as somebody's program. It prints `ready` once all is declared, then
/// obeys commands on standard input, one a line, each answered by one line; the end of the input
/// does not end it.
@main
enum Workload {
  static func main() {
    var options = Options()
    do throws(Options.Fault) {
      try options.read(Array(CommandLine.arguments.dropFirst()))
    } catch {
      say("Workload: \(error.text)")
      exit(64)
    }
    var graph = Graph(options)
    graph.make(options.bindings, red: options.red)
    say("ready")
    while let line = readLine() { say(graph.obey(line)) }
    while true { pause() }
  }

  /// Prints a line at once, also into a pipe.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
