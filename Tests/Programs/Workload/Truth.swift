private import Glibc
internal import InspectReporter

/// What the program knows of its bindings by itself, for those who compare.
enum Truth {
  /// Writes a line of id and colour for each and a last one that counts them; whether all went.
  static func write(_ probes: [Probe], to path: String) -> Bool {
    guard let file = unsafe fopen(path, "w") else { return false }
    for probe in probes {
      unsafe fputs("\(probe.id.rawValue) \(probe.colour.rawValue)\n", file)
    }
    unsafe fputs("\(probes.count) bindings\n", file)
    return unsafe fclose(file) == 0
  }
}
