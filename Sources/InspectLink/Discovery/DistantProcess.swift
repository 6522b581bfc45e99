package import InspectSystem

/// A process that has another root folder or another numbering than this one: in a container, say.
///
/// Its files are looked at in its own root, by the number that it has for itself; links in there
/// cannot lead out of it.
package struct DistantProcess: Hashable, Sendable {
  /// Its number here.
  package let pid: Int32
  /// Its number in its own pid namespace.
  package let innerNumber: Int32
  private let startTime: UInt64
  private let innerUser: UInt32

  /// Why such a process cannot be attached to: which part failed.
  package enum Fault: Error, Hashable, Sendable {
    /// Its root folder cannot be entered.
    case root(SystemError)
    /// There is no runtime folder in its root, where its variables or habits would have it.
    case noFolder([String])
    /// The runtime folder in its root cannot be trusted, or be had.
    case folder(RuntimeFolder.Fault)
    /// The runtime folder in its root tells nothing of the number that it has for itself.
    case unknownNumber(Int32, folder: String)
    /// It tells of itself, but not so that one could believe it.
    case file(DiscoveryFault)

    /// What failed, as words for people; foreign parts are not yet fit to be shown.
    package var text: String {
      switch self {
      case .root(let error): "its root folder cannot be entered: \(error.text)"
      case .noFolder(let paths):
        "its root folder has no runtime folder (\(paths.joined(separator: ", ")))"
      case .folder(let fault): "in its root folder: \(fault.text)"
      case .unknownNumber(let number, let folder):
        "in its root folder, \(folder) tells nothing of process \(number), "
          + "which is its number in its own pid namespace"
      case .file(let fault): "in its root folder: \(fault.text)"
      }
    }
  }

  /// Looks at a process; nil for one that sees the same files and numbers as this one.
  package init?(_ entry: ProcessTable.Entry) {
    let pid = entry.pid
    guard Self.differs(pid), let inner = ProcessTable.innerNumber(of: pid) else { return nil }
    self.pid = pid
    innerNumber = inner
    startTime = entry.startTime
    innerUser = ProcessTable.innerUser(of: pid) ?? entry.user
  }

  /// What it tells of itself, by our number for it.
  package func advertisement() throws(Fault) -> Advertisement {
    let folders = self.folders
    var first: Fault?
    for folder in folders {
      do throws(RuntimeFolder.Fault) {
        let held = try HeldFolder(folder, inRootOf: pid)
        do throws(Fault) {
          return try read(held, named: folder)
        } catch {
          first = first ?? error
        }
      } catch {
        guard case .system(let reason) = error else {
          first = first ?? .folder(error)
          continue
        }
        if reason.subject == "/proc/\(pid)/root" { throw .root(reason) }
        if !reason.isMissing { first = first ?? .folder(error) }
      }
    }
    throw first ?? .noFolder(folders.map(\.path))
  }

  /// The way to a socket in its root; open for as long as this is.
  package struct SocketPath: ~Copyable {
    private let folder: HeldFolder
    private let name: String

    fileprivate init(_ folder: consuming HeldFolder, _ name: String) {
      self.folder = folder
      self.name = name
    }

    /// Path by which it can be dialled from here.
    package var path: String { folder.folder.path(of: name) }
  }

  /// Opens the way to its socket.
  ///
  /// - Throws: `SystemError` where there is none, or the folder in which it stands is not its own.
  package func path(to socket: String) throws(SystemError) -> SocketPath {
    guard let (folder, name) = SocketPlace.parts(socket) else { throw .missing("connect", socket) }
    do throws(RuntimeFolder.Fault) {
      let held = try HeldFolder(folder, inRootOf: pid)
      // A link could lead anywhere.
      if held.folder.entry(name)?.kind == .socket { return SocketPath(held, name) }
    } catch {
      if case .system(let error) = error { throw error }
    }
    throw .missing("connect", socket)
  }

  /// Whether it holds its lock, so that it lives.
  package func isHeld(_ stem: String, in folder: RuntimeFolder) -> Bool {
    guard let held = try? HeldFolder(folder, inRootOf: pid) else { return false }
    return HeldLock.isHeld(path: held.folder.path(of: stem + ".lock"))
  }

  /// Every distant process of this user that tells of itself.
  package static func all() -> [Advertisement] {
    ProcessTable.all().compactMap { pid in
      guard differs(pid), let entry = ProcessTable.entry(of: pid), entry.user == Peer.ownUser,
        !entry.isDead, let process = DistantProcess(entry)
      else { return nil }
      // Most of them have nothing to do with us.
      return try? process.advertisement()
    }
  }

  private static func differs(_ pid: Int32) -> Bool {
    guard let root = ProcessTable.root(of: pid) else { return false }
    let own = Environment.ownPID
    return root != ProcessTable.root(of: own)
      || ["mnt", "pid"].contains { kind in
        ProcessTable.namespace(kind, of: pid) != ProcessTable.namespace(kind, of: own)
      }
  }

  private var folders: [RuntimeFolder] {
    let named = RuntimeFolder.named { ProcessTable.variable($0, of: pid) }
    return named.map { [$0] } ?? RuntimeFolder.usual(of: innerUser)
  }

  private func read(
    _ held: borrowing HeldFolder, named folder: RuntimeFolder
  ) throws(Fault) -> Advertisement {
    let stem = Advertisement.stem(pid: innerNumber, startTime: startTime)
    let found: Advertisement?
    do { found = try Advertisement.read(stem, in: held.folder) } catch { throw .file(error) }
    guard var told = found, HeldLock.isHeld(path: held.folder.path(of: stem + ".lock")) else {
      throw .unknownNumber(innerNumber, folder: folder.path)
    }
    told.pid = pid
    told.distance = Advertisement.Distance(process: self, folder: folder, stem: stem)
    return told
  }
}
