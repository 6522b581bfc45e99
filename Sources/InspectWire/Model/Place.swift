/// Where in a program's text something was declared or written.
public enum Place: Hashable, Sendable {
  /// A file and its line, from 1, as the compiler gave them.
  case source(file: String, line: Int)
  /// Return addresses in loaded code, the innermost first; a symbolizer turns them into a line.
  case code([CodeAddress])
  /// It cannot be told, and this says why; a guess would be a lie.
  case unknown(why: String)
}

/// An address that another process can look up: file, build and offset in the file.
public struct CodeAddress: Hashable, Sendable {
  /// Path of the loaded file as its process sees it.
  public let module: String
  /// Build id of the file as hexadecimal digits; empty where the linker wrote none.
  public let buildID: String
  /// Offset in the file's own numbering of the instruction after the call.
  public let offset: UInt64

  /// Takes the three as they are.
  public init(module: String, buildID: String, offset: UInt64) {
    self.module = module
    self.buildID = buildID
    self.offset = offset
  }
}
