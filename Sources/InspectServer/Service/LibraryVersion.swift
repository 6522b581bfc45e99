private import CWebSockets

/// The version of libwebsockets that this program runs with, which need not be the one it was built with.
///
/// What keeps strangers out works around faults of certain versions: `docs/libwebsockets.md`.
struct LibraryVersion: Hashable, Sendable {
  /// Numbers of the versions with which every test of the door has passed.
  static let tested = ["4.1.6"]

  /// As the library tells it: numbers, then what its builder has added.
  let text: String

  /// Asks the library.
  static var current: LibraryVersion {
    LibraryVersion(text: unsafe String(cString: lws_get_library_version()))
  }

  /// The numbers alone; what a distribution adds to its package does not stand in them.
  var number: String { String(text.prefix { $0 == "." || ("0"..."9").contains($0) }) }

  /// Whether it is one of those.
  var isTested: Bool { Self.tested.contains(number) }
}
