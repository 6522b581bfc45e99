private import Glibc

/// Files that are read whole and written whole: a reader sees the old or the new, never half.
package enum WholeFile {
  /// Writes beside the path, makes it durable and puts it in place; readable by the owner alone.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    // The name has the pid, so that two processes do not write into one file.
    let draft = "\(path).\(getpid()).new"
    _ = unsafe unlink(draft)
    let number = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .last("open", draft) }
    let file = Descriptor(owning: number)
    do throws(SystemError) {
      try OutputFile.writeAll(bytes[...], to: file.number, subject: draft)
      guard fsync(file.number) == 0 else { throw .last("fsync", draft) }
      guard unsafe rename(draft, path) == 0 else { throw .last("rename", path) }
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
  }

  /// Reads a regular file of this user, at most `limit` bytes; longer ones are refused.
  ///
  /// - Parameter ownersAlone: Whether a file that others may read or write is refused too.
  /// - Throws: `SystemError`; `EFBIG` for a longer file, `EPERM` for one of another user, `EINVAL`
  ///   for what is no regular file, `EACCES` for one that is open to others. Links are not followed.
  package static func read(
    _ path: String, limit: Int, ownersAlone: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else { throw .last("open", path) }
    let file = Descriptor(owning: number)
    var facts = stat()
    guard unsafe fstat(file.number, &facts) == 0 else { throw .last("fstat", path) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(call: "read", number: EINVAL, subject: path)
    }
    guard facts.st_uid == geteuid() else {
      throw SystemError(call: "read", number: EPERM, subject: path)
    }
    guard !ownersAlone || facts.st_mode & 0o077 == 0 else {
      throw SystemError(call: "read", number: EACCES, subject: path)
    }
    return try contents(of: file, limit: limit, path: path)
  }

  /// Reads a file of the kernel's, such as those under `/proc`, at most `limit` bytes of it.
  package static func readKernel(_ path: String, limit: Int = 65_536) throws(SystemError)
    -> [UInt8]
  {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .last("open", path) }
    return try contents(of: Descriptor(owning: number), limit: limit, path: path)
  }

  /// Reads the beginning of any file that may be read, at most `limit` bytes; links are followed.
  package static func readBeginning(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw .last("open", path) }
    let file = Descriptor(owning: number)
    var bytes = [UInt8](repeating: 0, count: limit)
    var filled = 0
    while filled < limit {
      let number = file.number
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        return retrying { unsafe Glibc.read(number, rest.baseAddress, rest.count) }
      }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(limit - filled)
    return bytes
  }

  private static func contents(
    of file: borrowing Descriptor, limit: Int, path: String
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit + 1, 16_384))
    while true {
      let number = file.number
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        retrying { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
      }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= limit else {
        throw SystemError(call: "read", number: EFBIG, subject: path)
      }
    }
  }
}
