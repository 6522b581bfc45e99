private import CInspectSystem
private import Glibc

/// A loaded file that a code address lies in, as another process can look it up.
package struct LoadedModule: Hashable, Sendable {
  /// Path of the file; of the program itself where the loader has none.
  package let path: String
  /// Build id as hexadecimal digits; empty where the linker wrote none.
  package let buildID: String
  /// Offset of the address in the file's own numbering.
  package let offset: UInt64

  /// Looks an address up among what is loaded now; a few microseconds.
  package init(of address: UInt) {
    let module = unsafe inspect_module_of(address)
    let path = unsafe String(cString: module.path)
    self.path = path.isEmpty ? ProcessTable.ownProgram ?? "" : path
    offset = UInt64(unsafe module.offset)
    let id = unsafe UnsafeBufferPointer(start: module.build_id, count: Int(module.build_id_size))
    buildID = unsafe id.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
