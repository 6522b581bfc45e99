/// The one answer to a request that could be met.
package struct Answer: Hashable, Sendable {
  package var id: UInt64
  package var content: Content

  package init(id: UInt64, content: Content) {
    self.id = id
    self.content = content
  }

  package enum Content: Hashable, Sendable {
    /// Done; nothing to tell.
    case done
    /// Attached to, or let go of, this process.
    case process(ProcessEntry)
    /// Why a binding is as it is.
    case explanation(Explanation)
    /// The name fits several; the best first.
    case candidates([NameMatch])
    /// What makes the bindings of a process fail.
    case causes(CausesAnswer)
    /// What a page shows once instead of a token; a secret.
    case pass(String)
  }
}

/// All that is known of why a binding is as it is.
package struct Explanation: Hashable, Sendable {
  package var process: ProcessEntry
  package var binding: BindingRecord
  package var status: StatusRecord
  /// Scopes from the binding's own outwards.
  package var scopes: [ScopeRecord]
  package var node: NodeRecord?
  /// Newest entries of its history, the oldest first; bounded.
  package var history: [HistoryEntry]
  /// Other bindings that are broken for the same reason at the same place.
  package var sharing: UInt64
  /// What the process's mode keeps from being known, as words for people.
  package var unknown: [String]

  package init(
    process: ProcessEntry, binding: BindingRecord, status: StatusRecord, scopes: [ScopeRecord],
    node: NodeRecord?, history: [HistoryEntry], sharing: UInt64, unknown: [String]
  ) {
    self.process = process
    self.binding = binding
    self.status = status
    self.scopes = scopes
    self.node = node
    self.history = history
    self.sharing = sharing
    self.unknown = unknown
  }
}

/// A binding that a name fits.
package struct NameMatch: Hashable, Sendable {
  package var instance: InstanceID
  package var process: String
  package var pid: Int32
  package var binding: BindingID
  package var name: String
  package var colour: Colour

  package init(
    instance: InstanceID, process: String, pid: Int32, binding: BindingID, name: String,
    colour: Colour
  ) {
    self.instance = instance
    self.process = process
    self.pid = pid
    self.binding = binding
    self.name = name
    self.colour = colour
  }
}

/// The one answer to a request that could not be met, or what was wrong with a message.
package struct Failure: Error, Hashable, Sendable {
  /// The request; nil where the message had none or could not be read so far.
  package var id: UInt64?
  package var code: FailureCode
  /// What happened and why, as a sentence.
  package var text: String
  /// What to do about it; empty if nothing can be done.
  package var remedy: String
  /// Byte in the message, or of a query in it, at which reading failed.
  package var offset: UInt64?

  package init(
    id: UInt64?, code: FailureCode, text: String, remedy: String = "", offset: UInt64? = nil
  ) {
    self.id = id
    self.code = code
    self.text = text
    self.remedy = remedy
    self.offset = offset
  }
}

/// Stable name of what went wrong; an unknown one is shown raw.
package struct FailureCode: Hashable, Sendable {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  // Greeting
  package static let versionMismatch = FailureCode("version-mismatch")
  package static let notAllowed = FailureCode("not-allowed")
  package static let instanceTaken = FailureCode("instance-taken")
  package static let tooMany = FailureCode("too-many")
  // Any message
  package static let badMessage = FailureCode("bad-message")
  package static let unknownKind = FailureCode("unknown-kind")
  package static let tooLarge = FailureCode("too-large")
  package static let unsupported = FailureCode("unsupported")
  // Attaching
  package static let noSuchProcess = FailureCode("no-such-process")
  package static let notInspectable = FailureCode("not-inspectable")
  package static let notPermitted = FailureCode("not-permitted")
  package static let switchedOff = FailureCode("switched-off")
  package static let notResponding = FailureCode("not-responding")
  package static let refused = FailureCode("refused")
  package static let ambiguous = FailureCode("ambiguous")
  // Bindings
  package static let noSuchBinding = FailureCode("no-such-binding")
  package static let forgotten = FailureCode("forgotten")
  // Queries
  package static let badQuery = FailureCode("bad-query")
}
