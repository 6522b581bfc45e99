private import InspectSystem

/// The build id that a linker wrote into a program or library.
enum BuildID {
  /// The id as hexadecimal digits; nil where the file has none, or not at its beginning.
  static func read(_ path: String) -> String? {
    // A file that cannot be read has no id that could be compared.
    guard let bytes = try? WholeFile.readBeginning(path, limit: CLILimits.headerBytes) else {
      return nil
    }
    return find(in: bytes)
  }

  /// Looks into the beginning of a 64-bit little-endian ELF file (gABI, chapters 4 and 5).
  static func find(in bytes: [UInt8]) -> String? {
    let file = ELFBytes(bytes)
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table = file.number(at: 0x20, size: 8), let size = file.number(at: 0x36, size: 2),
      let count = file.number(at: 0x38, size: 2), size >= 0x38
    else { return nil }
    for index in 0..<count {
      let (header, isOver) = table.addingReportingOverflow(index * size)
      guard !isOver, let type = file.number(at: header, size: 4) else { return nil }
      guard type == 4,  // PT_NOTE
        let start = file.number(at: header + 0x08, size: 8),
        let length = file.number(at: header + 0x20, size: 8)
      else { continue }
      if let id = note(file, from: start, length: length) { return id }
    }
    return nil
  }

  private static func note(_ file: ELFBytes, from start: Int, length: Int) -> String? {
    let (end, isOver) = start.addingReportingOverflow(length)
    guard !isOver else { return nil }
    var place = start
    while place + 12 <= end {
      guard let nameSize = file.number(at: place, size: 4),
        let size = file.number(at: place + 4, size: 4),
        let type = file.number(at: place + 8, size: 4)
      else { return nil }
      let name = place + 12
      let content = name + (nameSize + 3) / 4 * 4
      if type == 3, file.slice(at: name, count: nameSize) == [0x47, 0x4E, 0x55, 0] {
        return file.slice(at: content, count: size)?.map {
          ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
      }
      place = content + (size + 3) / 4 * 4
    }
    return nil
  }
}

/// Bytes read by place, whatever the file says.
private struct ELFBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A number of at most 62 bits, least byte first; nil beyond the end, or where it is larger.
  func number(at place: Int, size: Int) -> Int? {
    guard let slice = slice(at: place, count: size) else { return nil }
    let number = slice.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number < 1 << 62 ? Int(number) : nil
  }

  func slice(at place: Int, count: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else {
      return nil
    }
    return bytes[place..<place + count]
  }
}
