private import Glibc

/// The owner-only folder in which processes and the daemon of one user find each other.
package struct RuntimeFolder: Hashable, Sendable {
  /// Absolute path, without a slash at its end.
  package let path: String

  /// Why a folder cannot be trusted, or be had at all.
  package enum Fault: Error, Hashable, Sendable {
    /// The system refused.
    case system(SystemError)
    /// Somebody else owns it, so somebody else decides what is in it.
    case foreignOwner(path: String, owner: UInt32)
    /// Others may read, write or enter it.
    case openToOthers(path: String, mode: UInt32)
    /// It is a file or a link.
    case notAFolder(path: String)
    /// The path must be absolute.
    case relative(path: String)

    /// What is wrong and what to do, as a sentence.
    package var text: String {
      switch self {
      case .system(let error): "cannot use the runtime folder: \(error.text)"
      case .foreignOwner(let path, let owner):
        "the runtime folder \(path) belongs to another user (uid \(owner)); "
          + "remove it or name another one"
      case .openToOthers(let path, let mode):
        "the runtime folder \(path) is open to others (mode \(String(mode, radix: 8))); "
          + "run chmod 700 on it or name another one"
      case .notAFolder(let path):
        "the runtime folder \(path) is not a folder; remove it or name another one"
      case .relative(let path): "the runtime folder \(path) must be an absolute path"
      }
    }
  }

  /// Names a folder; nothing is looked at yet.
  package init(path: String) {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = path
  }

  /// The folder that a process of this user and environment uses.
  ///
  /// `given`, else `BINDINSPECT_FOLDER`, else `bindinspect` in `XDG_RUNTIME_DIR`, else in
  /// `/run/user/UID` where that exists, else `/tmp/bindinspect-UID`.
  package static func located(given: String? = nil) -> RuntimeFolder {
    if let given { return RuntimeFolder(path: given) }
    if let named = named(by: Environment.value) { return named }
    let user = geteuid()
    let base = "/run/user/\(user)"
    if unsafe access(base, W_OK | X_OK) == 0 { return RuntimeFolder(path: base + "/bindinspect") }
    return fallback(of: user)
  }

  /// The folder that variables name; nil where they name none.
  package static func named(by variable: (String) -> String?) -> RuntimeFolder? {
    if let named = variable("BINDINSPECT_FOLDER"), !named.isEmpty {
      return RuntimeFolder(path: named)
    }
    if let base = variable("XDG_RUNTIME_DIR"), base.hasPrefix("/") {
      return RuntimeFolder(path: base + "/bindinspect")
    }
    return nil
  }

  /// The folders that a user's process may use without being told by variables.
  package static func usual(of user: UInt32) -> [RuntimeFolder] {
    [RuntimeFolder(path: "/run/user/\(user)/bindinspect"), fallback(of: user)]
  }

  /// The folder that every user can have, also for sockets whose paths would be too long.
  package static func fallback(of user: UInt32) -> RuntimeFolder {
    RuntimeFolder(path: "/tmp/bindinspect-\(user)")
  }

  /// Path of an entry.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes the folder if it is not there, then verifies it.
  package func make() throws(Fault) { _ = try makeAndHold() }

  /// Checks owner, mode and kind on the opened folder itself, following no link.
  package func verify() throws(Fault) { _ = try HeldFolder(self) }

  /// Makes the folder if it is not there, verifies it, and keeps to that one.
  package func makeAndHold() throws(Fault) -> HeldFolder {
    guard path.hasPrefix("/") else { throw .relative(path: path) }
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .system(.last("mkdir", path))
    }
    return try HeldFolder(self)
  }

  /// Names in the folder, in no order; empty where there is no folder.
  package func names() throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      if errno == ENOENT { return [] }
      throw .last("opendir", path)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// What an entry is.
  package struct Entry: Hashable, Sendable {
    /// The kinds that are told apart.
    package enum Kind: Hashable, Sendable { case file, link, folder, socket, other }

    package let kind: Kind
    /// User that owns it.
    package let user: UInt32
    /// Whether nobody else may read, write or enter it.
    package let isOwnersAlone: Bool
  }

  /// Looks at an entry itself, following no link; nil where there is none.
  package func entry(_ name: String) -> Entry? {
    var facts = stat()
    guard unsafe lstat(path(of: name), &facts) == 0 else { return nil }
    let kind: Entry.Kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFLNK: .link
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      default: .other
      }
    return Entry(
      kind: kind, user: facts.st_uid, isOwnersAlone: facts.st_mode & 0o077 == 0)
  }

  /// Removes an entry; one that is not there is fine.
  package func remove(_ name: String) throws(SystemError) {
    guard unsafe unlink(path(of: name)) == 0 || errno == ENOENT else {
      throw .last("unlink", path(of: name))
    }
  }

  /// Removes the folder itself, if nothing is in it.
  package func removeIfEmpty() { unsafe rmdir(path) }
}
