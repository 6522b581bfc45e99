internal import InspectWire

/// Things of one process that the hub has dropped: so that streams can be told, and people too.
struct ForgottenThings {
  private var things = Queue<(stamp: UInt64, subject: Subject)>()
  private var names = Queue<Name>()
  /// Whoever has been told less than this has missed something that is not known any more.
  private(set) var unknownThrough: UInt64 = 0

  private struct Name {
    let id: BindingID
    let name: String
    let stableKey: String
  }

  /// The stamp of the newest; 0 where there is none.
  private(set) var newest: UInt64 = 0

  /// Notes that a thing is dropped; of a binding its names are kept for a while.
  mutating func note(_ subject: Subject, _ binding: BindingRecord?, stamp: UInt64) {
    newest = stamp
    things.append((stamp, subject))
    if things.count > HubLimits.forgottenThings, let old = things.popFirst() {
      unknownThrough = old.stamp
    }
    guard let binding else { return }
    names.append(Name(id: binding.id, name: binding.name, stableKey: binding.stableKey))
    if names.count > HubLimits.forgottenNames { names.popFirst() }
  }

  /// Those that were dropped after a stamp, the oldest first.
  func following(_ stamp: UInt64) -> [(stamp: UInt64, subject: Subject)] {
    guard newest > stamp else { return [] }
    return things.contents.filter { $0.stamp > stamp }
  }

  /// Whether a binding of this id, name or stable key was dropped.
  func hasBinding(called name: String) -> Bool {
    let wanted = ExactText(name)
    return names.contents.contains { known in
      String(known.id.rawValue) == name || ExactText(known.name) == wanted
        || ExactText(known.stableKey) == wanted
    }
  }
}
