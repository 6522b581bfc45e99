private import Glibc
private import InspectLink
private import InspectSystem

/// Says back what it hears, over the transports of the product: for the conformance suite of RFC 6455.
///
/// `Echo server FOLDER`: the daemon's listening side. `Echo link-server`: InspectLink, accepting.
/// `Echo link-client PORT`: InspectLink, dialling the suite, through all of its cases. The first two
/// print `port NUMBER` and run until they are ended.
@main
enum Echo {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.dropFirst().first) {
    case ("server", let folder?): try ServerEcho.run(in: RuntimeFolder(path: folder))
    case ("link-server", nil): try LinkEcho.serve()
    case ("link-client", let port?): try LinkEcho.runCases(at: UInt16(port) ?? 0)
    default:
      print("usage: Echo server FOLDER | link-server | link-client PORT")
      exit(64)
    }
  }

  /// Prints a line at once, also into a pipe.
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
