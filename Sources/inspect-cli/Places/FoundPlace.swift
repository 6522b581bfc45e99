/// What could be found out about a place in a program's text.
enum FoundPlace: Equatable, Sendable {
  /// The line itself.
  case line(file: String, line: Int)
  /// The function; no line is known. One of several, if they were merged by the compiler.
  case function(name: String, isMerged: Bool)
  /// The address alone, and why nothing more can be said.
  case address(module: String, offset: UInt64, why: String)
  /// Nothing, and why.
  case unknown(why: String)

  /// The place for people, on one line.
  func text(_ palette: Palette) -> String {
    switch self {
    case .line(let file, let line): return "\(palette.foreign(file)):\(line)"
    case .function(let name, let isMerged):
      let merged = isMerged ? " or one merged with it" : ""
      return "in \(palette.foreign(name))\(merged); its line is not known"
    case .address(let module, let offset, let why):
      let file = module.split(separator: "/").last.map(String.init) ?? module
      return "\(palette.foreign(file))+0x\(String(offset, radix: 16)) (\(palette.own(why)))"
    case .unknown(let why): return "not known: \(palette.foreign(why))"
    }
  }
}
