private import Glibc

/// How our own programs end; never used inside an inspected one.
package enum ProgramEnd {
  /// Ends the program with a status, running what was registered for its exit.
  package static func exit(status: UInt8) -> Never { Glibc.exit(Int32(status)) }
}
