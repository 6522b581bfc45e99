internal import InspectWire

/// Names one link of the hub's; never used again.
struct PeerID: Hashable, Comparable, Sendable {
  let rawValue: UInt64

  init(_ rawValue: UInt64) { self.rawValue = rawValue }

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// How a link came about, which decides what it must prove.
enum PeerOrigin: Hashable, Sendable {
  /// Through the owner-only socket file, by this process of our user; 0 where it is not known.
  case unix(pid: Int32)
  /// Through the loopback port: it must show the token.
  case loopback
  /// Through the port, by a page of ours in a browser: it must show a pass, or what it got for one.
  case page
  /// The daemon dialled this process, to attach to it.
  case dialled(InstanceID)
}

/// What is to be done outside of the hub.
enum HubAction: Hashable, Sendable {
  /// Ask for frames when the peer takes some: there are.
  case write(PeerID)
  /// End a link; `HubPeer.closed` still comes.
  case close(PeerID, code: UInt16, reason: String)
  /// Read from a peer, or leave what it sends where it is.
  case read(PeerID, Bool)
  /// Find a process and dial it; the answer is `found` or `notFound`, then `opened`.
  case dial(DialRequest)
  /// Do not dial this process again, and hang up.
  case letGo(InstanceID)
  /// A process reports: hold on to it, so that it is known how it ends.
  case meet(InstanceFacts)
  /// The link of this process is gone: watch whether it lives, and dial again if it was dialled.
  case watch(InstanceFacts)
  /// It reports again: no more watching.
  case unwatch(InstanceID)
  /// Write a line.
  case log(HubLogLine)
  /// End the daemon: nobody has needed it for as long as was asked for.
  case exit
}

/// A process to be dialled.
struct DialRequest: Hashable, Sendable {
  /// Names the request in the answer.
  let number: UInt64
  let process: ProcessSelector
}

/// A line for the log; foreign texts in it have not passed `display` yet.
struct HubLogLine: Hashable, Sendable {
  enum Level: Hashable, Sendable { case warning, info, debug }

  let level: Level
  /// Name of the sort of thing, by which the log limits its rate.
  let kind: String
  let text: String
}

/// What came of asking a link for a frame.
enum Pull: Hashable, Sendable {
  /// Send this.
  case frame([UInt8])
  /// Nothing now.
  case idle
  /// All is sent: end the link.
  case close(code: UInt16, reason: String)
}
