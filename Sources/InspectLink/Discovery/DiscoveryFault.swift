package import InspectSystem
package import InspectWire

/// A file of the runtime folder that is not what it should be, and is therefore passed over.
package struct DiscoveryFault: Error, Hashable, Sendable {
  /// Name of the file in its folder.
  package let file: String
  /// What is wrong.
  package let kind: Kind

  /// Takes both as they are.
  package init(file: String, kind: Kind) {
    self.file = file
    self.kind = kind
  }

  /// The ways in which a file can be wrong.
  package enum Kind: Hashable, Sendable {
    /// Somebody else put it there.
    case foreignOwner
    /// Others may read or write it.
    case openToOthers
    /// It is a link, a folder or a device.
    case notAFile
    /// It is longer than such a file can be.
    case tooLong
    /// The system refused.
    case unreadable(SystemError)
    /// It is not JSON.
    case malformed(WireError)
    /// A field is missing or makes no sense.
    case field(String)
    /// It tells of another process than its name.
    case misnamed
    /// Its process runs but does not hold its lock: it runs another program by now, say.
    case notHeld
  }

  /// What is wrong, as words for people; foreign parts are fit to be shown.
  package var text: String {
    let reason =
      switch kind {
      case .foreignOwner: "belongs to another user"
      case .openToOthers: "is open to others"
      case .notAFile: "is no regular file"
      case .tooLong: "is too long"
      case .unreadable(let error): "cannot be read: \(error.reason)"
      case .malformed(let error): "cannot be read: \(error.text)"
      case .field(let name): "lacks the field “\(name)” or has it wrong"
      case .misnamed: "tells of another process than its name"
      case .notHeld: "is left over from an earlier program of a process that runs"
      }
    return "\(display(file)) \(reason)"
  }
}
