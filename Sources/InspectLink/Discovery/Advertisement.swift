package import InspectSystem
package import InspectWire

/// What a process that can be inspected tells of itself in the runtime folder.
package struct Advertisement: Hashable, Sendable {
  /// Name of the run.
  package var instance: InstanceID
  /// Name of the program, for people; foreign text.
  package var name: String
  /// Its number: for itself as it is told, for us as it is found.
  package var pid: Int32
  /// Start in clock ticks since boot: tells it from a later process of the same number.
  package var startTime: UInt64
  /// Path of the socket on which it waits to be attached to.
  package var socket: String
  /// What it notes while nobody is attached.
  package var mode: IdleMode
  /// Versions of the protocol that it speaks.
  package var versions: VersionRange
  /// Name and version of its library, for people; foreign text.
  package var implementation: String

  /// How it is reached where it has another root or other numbers than we; nil elsewhere.
  package var distance: Distance?

  /// Where a process tells of itself that has a root or numbers of its own.
  package struct Distance: Hashable, Sendable {
    package let process: DistantProcess
    /// The folder in its root.
    package let folder: RuntimeFolder
    /// Beginning of the names of its files there.
    package let stem: String
  }

  /// Takes the facts of a process as they are.
  package init(
    facts: InstanceFacts, socket: String, implementation: String, versions: VersionRange = .own
  ) {
    instance = facts.instance
    name = facts.name
    pid = facts.pid
    startTime = facts.startTime
    mode = facts.mode
    self.socket = socket
    self.versions = versions
    self.implementation = implementation
  }

  /// Beginning of the names of all files of a process.
  package static func stem(pid: Int32, startTime: UInt64) -> String { "\(pid)-\(startTime)" }

  /// Beginning of the names of its files.
  package var stem: String {
    distance?.stem ?? Self.stem(pid: pid, startTime: startTime)
  }

  /// Whether its lock is held, so that it lives.
  ///
  /// - Parameter folder: The folder in which it was found, if it is not distant.
  package func isAlive(in folder: RuntimeFolder) -> Bool {
    if let distance { return distance.process.isHeld(distance.stem, in: distance.folder) }
    return HeldLock.isHeld(path: folder.path(of: stem + ".lock"))
  }

  /// The file's content.
  var json: JSON {
    [
      "instance": .string(instance.text),
      "name": .string(name),
      "pid": .int(Int64(pid)),
      "startTime": .number(startTime),
      "socket": .string(socket),
      "mode": .string(mode.rawValue),
      "protocol": [.int(Int64(versions.lowest)), .int(Int64(versions.highest))],
      "implementation": .string(implementation),
    ]
  }

  /// Reads the file of that stem; nil where there is none. Unknown fields are passed over.
  static func read(
    _ stem: String, in folder: RuntimeFolder
  ) throws(DiscoveryFault) -> Advertisement? {
    guard let file = try DiscoveryFile.read(stem + ".json", in: folder) else { return nil }
    let found = try Advertisement(file)
    guard found.stem == stem else {
      throw DiscoveryFault(file: stem + ".json", kind: .misnamed)
    }
    return found
  }

  private init(_ file: DiscoveryFile) throws(DiscoveryFault) {
    instance = try file.instance("instance")
    name = try file.text("name")
    pid = try file.number("pid")
    startTime = try file.number("startTime")
    socket = try file.socket("socket")
    guard let mode = IdleMode(rawValue: try file.text("mode")) else { throw file.fault("mode") }
    self.mode = mode
    versions = try file.versions("protocol")
    implementation = try file.text("implementation")
  }
}
