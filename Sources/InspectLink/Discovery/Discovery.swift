package import InspectSystem
private import InspectWire

/// One look at the runtime folder: who can be inspected, and what is not as it should be.
package struct Discovery: Hashable, Sendable {
  /// Processes that live, by their numbers.
  package var processes: [Advertisement] = []
  /// Files that were passed over, with the reason.
  package var faults: [DiscoveryFault] = []
  /// Names of files of dead processes that were removed.
  package var removed: [String] = []

  /// Looks at all files of a folder; a folder that is not there has none.
  ///
  /// A process lives while its lock is held. It is dead, and its files may go, only when the lock
  /// is free *and* no process of that number and start runs.
  package static func scan(
    _ folder: RuntimeFolder, removingDead: Bool = true
  ) throws(RuntimeFolder.Fault) -> Discovery {
    var found = Discovery()
    let held: HeldFolder
    do throws(RuntimeFolder.Fault) {
      held = try HeldFolder(folder)
    } catch {
      if case .system(let error) = error, error.isMissing { return found }
      throw error
    }
    let names: [String]
    do { names = try held.folder.names() } catch { throw .system(error) }
    let files = Dictionary(grouping: names.compactMap(AdvertisedName.init), by: \.stem)
    for (_, files) in files.sorted(by: { $0.value[0] < $1.value[0] }) {
      found.look(at: files, in: folder, held, removingDead)
    }
    return found
  }

  /// Looks at all files of a folder, and for processes that have a root or numbers of their own.
  package static func scanEverywhere(
    _ folder: RuntimeFolder
  ) throws(RuntimeFolder.Fault) -> Discovery {
    var found = try scan(folder)
    let distant = DistantProcess.all()
    // One that shares the folder with us is known by the number that it has for itself.
    let instances = Set(distant.map(\.instance))
    found.processes.removeAll { instances.contains($0.instance) }
    found.processes = (found.processes + distant).sorted { $0.pid < $1.pid }
    return found
  }

  private mutating func look(
    at files: [AdvertisedName], in folder: RuntimeFolder, _ held: borrowing HeldFolder,
    _ removingDead: Bool
  ) {
    let (stem, process) = (files[0].stem, files[0])
    let isHeld = HeldLock.isHeld(path: held.folder.path(of: stem + ".lock"))
    let runs = ProcessTable.isRunning(process.pid, startedAt: process.startTime)
    do throws(DiscoveryFault) {
      let told = try Advertisement.read(stem, in: held.folder)
      if isHeld {
        // Without a file it is about to write one.
        if let told { processes.append(told) }
      } else if runs {
        if told != nil { throw DiscoveryFault(file: stem + ".json", kind: .notHeld) }
      } else if removingDead {
        remove(files, told, in: folder, held)
      }
    } catch {
      faults.append(error)
    }
  }

  private mutating func remove(
    _ files: [AdvertisedName], _ told: Advertisement?, in folder: RuntimeFolder,
    _ held: borrowing HeldFolder
  ) {
    if let told { SocketPlace.remove(told.socket, of: told.stem, in: folder, held) }
    for file in files {
      guard let entry = held.folder.entry(file.name) else { continue }
      guard entry.user == Peer.ownUser else {
        faults.append(DiscoveryFault(file: file.name, kind: .foreignOwner))
        continue
      }
      do throws(SystemError) {
        try held.folder.remove(file.name)
        removed.append(file.name)
      } catch {
        faults.append(DiscoveryFault(file: file.name, kind: .unreadable(error)))
      }
    }
  }
}

/// A name of the form `PID-STARTTIME.ending`, taken apart.
private struct AdvertisedName: Comparable {
  let name: String
  let pid: Int32
  let startTime: UInt64

  init?(_ name: String) {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let numbers = parts[0].split(separator: "-")
    guard numbers.count == 2, let pid = Int32(numbers[0]), let startTime = UInt64(numbers[1]),
      name.hasPrefix("\(pid)-\(startTime).")
    else { return nil }
    // The last is a file being written, left by whoever died over it.
    let ending = parts[1]
    guard ["json", "lock", "sock"].contains(ending) || ending.hasSuffix(".new") else { return nil }
    self.name = name
    self.pid = pid
    self.startTime = startTime
  }

  var stem: String { Advertisement.stem(pid: pid, startTime: startTime) }

  static func < (one: Self, other: Self) -> Bool {
    (one.pid, one.startTime, one.name) < (other.pid, other.startTime, other.name)
  }
}
