/// What a peer says it is; never inferred from who dialled.
package enum Role: String, CaseIterable, Hashable, Sendable {
  case reporter, observer, `operator`
}

/// Closed range of protocol versions that a side speaks.
package struct VersionRange: Hashable, Sendable {
  package var lowest: Int
  package var highest: Int

  package init(_ lowest: Int, _ highest: Int) {
    self.lowest = lowest
    self.highest = highest
  }

  /// What this code speaks.
  package static let own = VersionRange(1, 1)

  /// Whether a version is spoken.
  package func includes(_ version: Int) -> Bool { lowest <= version && version <= highest }

  /// The range as words for people: `version 1`, `versions 2 to 3`.
  package var words: String {
    lowest == highest ? "version \(lowest)" : "versions \(lowest) to \(highest)"
  }

  /// Highest version that both sides speak; nil if there is none.
  package func common(with other: VersionRange) -> Int? {
    let highest = min(highest, other.highest)
    return highest >= max(lowest, other.lowest) ? highest : nil
  }
}

/// First message of every connection, from the reporter or the observer.
package struct Hello: Hashable, Sendable {
  package var role: Role
  package var versions: VersionRange
  /// Name and version of the program or library, for people.
  package var implementation: String
  package var capabilities: [String]
  /// The daemon's token, or the one that a page was given; not needed on its Unix socket.
  package var token: String?
  /// What a page has instead of a token at first: good once, and for a short time.
  package var pass: String?
  /// Facts of the process; a reporter must tell them.
  package var instance: InstanceFacts?

  package init(
    role: Role, versions: VersionRange = .own, implementation: String, capabilities: [String] = [],
    token: String? = nil, pass: String? = nil, instance: InstanceFacts? = nil
  ) {
    self.role = role
    self.versions = versions
    self.implementation = implementation
    self.capabilities = capabilities
    self.token = token
    self.pass = pass
    self.instance = instance
  }
}

/// What is noted while nobody is attached.
public enum IdleMode: String, CaseIterable, Hashable, Sendable {
  /// Nothing: no thread, no file; attaching is refused.
  case none
  /// The status when it changes.
  case off
  /// Status, counters and last writer.
  case armed
  /// The same, and the history in a file that survives a crash.
  case flight
}

/// Facts of a process for people; only the instance identifies it.
package struct InstanceFacts: Hashable, Sendable {
  package var instance: InstanceID
  /// Name of the program, without its folder.
  package var name: String
  package var pid: Int32
  /// Start of the process in clock ticks since boot, as the kernel tells it.
  package var startTime: UInt64
  package var host: String
  package var mode: IdleMode
  package var clock: ClockAnchor
  /// Rules by which values are kept back, for people.
  package var redaction: [String]
  /// Whether it waits for its observers rather than losing history.
  package var isComplete: Bool

  package init(
    instance: InstanceID, name: String, pid: Int32, startTime: UInt64, host: String,
    mode: IdleMode, clock: ClockAnchor, redaction: [String] = [], isComplete: Bool = false
  ) {
    self.instance = instance
    self.name = name
    self.pid = pid
    self.startTime = startTime
    self.host = host
    self.mode = mode
    self.clock = clock
    self.redaction = redaction
    self.isComplete = isComplete
  }
}

/// The daemon's answer to a greeting that it takes.
package struct Welcome: Hashable, Sendable {
  /// Random name of this run of the daemon.
  package var run: InstanceID
  package var version: Int
  package var implementation: String
  package var capabilities: [String]
  /// Limits by name; what they mean is in `Limits`.
  package var limits: [Limit]
  /// The token of a page that showed a pass: it is its own, and good for the daemon's run.
  package var token: String?

  package init(
    run: InstanceID, version: Int, implementation: String, capabilities: [String] = [],
    limits: [Limit] = [], token: String? = nil
  ) {
    self.run = run
    self.version = version
    self.implementation = implementation
    self.capabilities = capabilities
    self.limits = limits
    self.token = token
  }

  package struct Limit: Hashable, Sendable {
    package var name: String
    package var value: UInt64

    package init(_ name: String, _ value: UInt64) {
      self.name = name
      self.value = value
    }
  }
}

/// The daemon's answer to a greeting that it refuses; the link closes after it.
package struct Reject: Hashable, Sendable {
  package var code: FailureCode
  package var text: String
  /// What to do about it: which side is old, what to install.
  package var remedy: String

  package init(code: FailureCode, text: String, remedy: String) {
    self.code = code
    self.text = text
    self.remedy = remedy
  }
}

/// What a hub may offer beside what every one does; decided by these, never by versions.
package enum Capability {
  /// The hub attaches to processes on request.
  package static let attach = "attach"
  /// The hub tells what happened, on streams of level 3.
  package static let history = "history"
  /// The hub explains bindings.
  package static let why = "why"
}
