internal import InspectSystem
internal import InspectWire

/// Finds the lines of places; what cannot be known for sure is said to be unknown, never guessed.
struct PlaceFinder: Sendable {
  /// The process that the places are of.
  let process: InstanceFacts
  /// Where paths are shortened from: the folder of whoever asks.
  let folder: String?

  init(_ process: InstanceFacts) {
    self.process = process
    folder = Environment.value("PWD")
  }

  /// What can be found out about a place.
  func find(_ place: Place) -> FoundPlace {
    switch place {
    case .source(let file, let line): .line(file: file, line: line)
    case .unknown(let why): .unknown(why: why)
    case .code(let addresses): find(addresses)
    }
  }

  private func find(_ addresses: [CodeAddress]) -> FoundPlace {
    guard let first = addresses.first else { return .unknown(why: "no address was told") }
    let file: String
    switch Self.image(of: first, in: process) {
    case .found(let path): file = path
    case .missing(let why):
      return .address(module: first.module, offset: first.offset, why: why)
    }
    // The addresses are those of returns; the calls stand before them.
    let ofOneFile = addresses.prefix(2).prefix {
      $0.module == first.module && $0.buildID == first.buildID
    }
    let offsets = ofOneFile.map { $0.offset > 0 ? $0.offset - 1 : 0 }
    guard let frames = Symbolizer.frames(at: offsets, in: file) else {
      return .address(
        module: first.module, offset: first.offset, why: "no llvm-symbolizer was found on PATH")
    }
    return Self.choose(frames, first) { shortened($0) }
  }

  /// The line of a write, or the function if no line is known.
  ///
  /// The first address decides. The second counts only if the first lies in an accessor that the
  /// compiler wrote, as in a debug build: else it would name a caller, and that would be a lie.
  static func choose(
    _ frames: [[SymbolFrame]], _ address: CodeAddress, shorten: (String) -> String = { $0 }
  ) -> FoundPlace {
    guard let first = frames.first, let outermost = first.last else {
      return .address(
        module: address.module, offset: address.offset, why: "nothing is known of this address")
    }
    let chosen = outermost.isAccessor ? (frames.count > 1 ? frames[1] : []) : first
    for frame in chosen {
      if let file = frame.file, let line = frame.line {
        return .line(file: shorten(file), line: line)
      }
    }
    guard let function = chosen.last?.function, function != "??" else {
      let why =
        outermost.isAccessor ? "the caller of the setter is not known" : "no symbol is known"
      return .address(module: address.module, offset: address.offset, why: why)
    }
    let isMerged = chosen.last?.isMerged == true
    return .function(name: Symbolizer.demangled(function), isMerged: isMerged)
  }

  // MARK: The file

  private enum Image {
    case found(String)
    case missing(why: String)
  }

  /// The file that an address lies in, if it is still the one that was built then.
  private static func image(of address: CodeAddress, in process: InstanceFacts) -> Image {
    // The running program's own file, even where another was put in its place since.
    let running = "/proc/\(process.pid)/exe"
    let isRunning = ProcessTable.isRunning(process.pid, startedAt: process.startTime)
    guard !address.buildID.isEmpty else {
      // Without an id only the running program itself can be told to be the right one.
      if isRunning, ProcessTable.program(of: process.pid) == address.module {
        return .found(running)
      }
      return .missing(why: "its file has no build id, so it may be another one by now")
    }
    for path in [isRunning ? running : nil, address.module].compactMap(\.self)
    where BuildID.read(path) == address.buildID {
      return .found(path)
    }
    return .missing(why: "the file is not the one that was running")
  }

  private func shortened(_ file: String) -> String {
    guard let folder, file.hasPrefix(folder + "/") else { return file }
    return String(file.dropFirst(folder.count + 1))
  }
}
