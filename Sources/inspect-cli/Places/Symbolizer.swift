private import InspectSystem

/// A function that an address lies in, or that was inlined there.
struct SymbolFrame: Equatable, Sendable {
  /// Name as the linker knows it.
  var function: String
  /// File; nil where it is not known.
  var file: String?
  /// Line from 1; nil where it is not known, as in what the compiler wrote itself or merged.
  var line: Int?

  /// Whether it is an accessor that the compiler wrote for the owner of a property: a setter, or a
  /// half of `+=`.
  var isAccessor: Bool { ["vs", "vM", "vM.resume.0"].contains { function.hasSuffix($0) } }
  /// Whether the compiler merged it with others alike, so that its name may be another's.
  var isMerged: Bool { function.hasSuffix("Tm") }
}

/// Turns addresses into lines by the toolchain's own program.
enum Symbolizer {
  /// The frames of each address, the innermost first; nil where there is no symbolizer.
  ///
  /// - Parameter offsets: Of instructions inside the calls, in the file's own numbering.
  static func frames(at offsets: [UInt64], in file: String) -> [[SymbolFrame]]? {
    let arguments =
      ["--functions=linkage", "--no-demangle", "--obj=\(file)"]
      + offsets.map { "0x" + String($0, radix: 16) }
    for program in programs("llvm-symbolizer") {
      // One that is not there, or does not start, is no symbolizer: the next may be.
      guard let (bytes, status) = try? Spawn.output(of: program, arguments), status == 0 else {
        continue
      }
      return parse(String(decoding: bytes, as: UTF8.self))
    }
    return nil
  }

  /// A function's name as Swift writes it; as it is where nobody knows better.
  static func demangled(_ function: String) -> String {
    guard function.hasPrefix("$s") || function.hasPrefix("_$s") else { return function }
    for program in programs("swift-demangle") {
      // As above.
      guard let (bytes, status) = try? Spawn.output(of: program, ["--compact", function]),
        status == 0
      else { continue }
      let name = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      return name.isEmpty ? function : name
    }
    return function
  }

  /// Reads what the symbolizer printed: two lines a frame, an empty one after each address.
  static func parse(_ text: String) -> [[SymbolFrame]] {
    var all: [[SymbolFrame]] = []
    var frames: [SymbolFrame] = []
    var function: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !frames.isEmpty { all.append(frames) }
        frames = []
        function = nil
      } else if let known = function {
        frames.append(frame(known, line))
        function = nil
      } else {
        function = line
      }
    }
    if !frames.isEmpty { all.append(frames) }
    return all
  }

  private static func frame(_ function: Substring, _ place: Substring) -> SymbolFrame {
    // `/path/File.swift:12:5`; the path may have colons itself.
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0 else {
      return SymbolFrame(function: String(function), file: nil, line: nil)
    }
    let file = parts.dropLast(2).joined(separator: ":")
    guard file != "??" else {
      return SymbolFrame(function: String(function), file: nil, line: nil)
    }
    return SymbolFrame(function: String(function), file: file, line: line)
  }

  /// Where a program of the toolchain may be: beside `swift`, then anywhere on PATH.
  private static func programs(_ name: String) -> [String] {
    let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    let beside = folders.filter { RuntimeFolder(path: $0).entry("swift") != nil }
    return (beside + folders).map { "\($0)/\(name)" }
  }
}
