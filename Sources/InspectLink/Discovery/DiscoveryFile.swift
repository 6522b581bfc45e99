internal import InspectSystem
internal import InspectWire

/// One small JSON file of the runtime folder while it is being read.
struct DiscoveryFile {
  /// Bytes that such a file can have: a name and two paths at their longest, and as much again.
  static let byteLimit = 16 << 10

  private let name: String
  private let json: JSON

  /// Reads the file; nil where there is none.
  static func read(
    _ name: String, in folder: RuntimeFolder
  ) throws(DiscoveryFault) -> DiscoveryFile? {
    let bytes: [UInt8]
    do {
      // What others may write they may have written; what they may read is no place for a token.
      bytes = try WholeFile.read(folder.path(of: name), limit: byteLimit, ownersAlone: true)
    } catch {
      if error.isMissing { return nil }
      throw DiscoveryFault(file: name, kind: kind(of: error, folder.entry(name)))
    }
    do {
      return DiscoveryFile(name: name, json: try JSON.parse(bytes))
    } catch {
      throw DiscoveryFault(file: name, kind: .malformed(error))
    }
  }

  private static func kind(
    of error: SystemError, _ entry: RuntimeFolder.Entry?
  ) -> DiscoveryFault.Kind {
    guard let entry else { return .unreadable(error) }
    if entry.kind != .file { return .notAFile }
    if entry.user != Peer.ownUser { return .foreignOwner }
    if !entry.isOwnersAlone { return .openToOthers }
    return error.isTooLong ? .tooLong : .unreadable(error)
  }

  /// A field that is missing or wrong.
  func fault(_ field: String) -> DiscoveryFault {
    DiscoveryFault(file: name, kind: .field(field))
  }

  /// Whether the field stands there.
  func has(_ field: String) -> Bool { json[field].map { $0 != .null } ?? false }

  /// A text of at most that many bytes.
  func text(_ field: String, limit: Int = Limits.nameBytes) throws(DiscoveryFault) -> String {
    guard let text = json[field]?.string, text.utf8.count <= limit else { throw fault(field) }
    return text
  }

  /// A whole number that fits.
  func number<Number: FixedWidthInteger>(
    _ field: String, as type: Number.Type = Number.self
  ) throws(DiscoveryFault) -> Number {
    guard let number = json[field]?.unsigned, let fitting = Number(exactly: number) else {
      throw fault(field)
    }
    return fitting
  }

  /// The name of a run.
  func instance(_ field: String) throws(DiscoveryFault) -> InstanceID {
    guard let instance = InstanceID(text: try text(field)) else { throw fault(field) }
    return instance
  }

  /// A socket that can be dialled.
  func socket(_ field: String) throws(DiscoveryFault) -> String {
    let path = try text(field)
    do { _ = try LinkAddress(path: path) } catch { throw fault(field) }
    return path
  }

  /// A range of protocol versions.
  func versions(_ field: String) throws(DiscoveryFault) -> VersionRange {
    guard let ends = json[field]?.array, ends.count == 2,
      let lowest = ends[0].int.flatMap(Int.init(exactly:)),
      let highest = ends[1].int.flatMap(Int.init(exactly:))
    else { throw fault(field) }
    return VersionRange(lowest, highest)
  }
}
