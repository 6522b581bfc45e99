internal import InspectWire

/// Cuts what an engine tells to what may travel; the hub refuses what is larger.
enum Bounded {
  /// A name: at most so many bytes, without NUL, cut between two characters.
  static func name(_ text: String) -> String { self.text(text, bytes: Limits.nameBytes) }

  /// Any text, likewise; unchanged ones are not copied.
  static func text(_ text: String, bytes limit: Int) -> String {
    var text = text
    if text.utf8.count > limit { text = prefix(of: text, bytes: limit - 3) + "…" }
    guard holdsNUL(text) else { return text }
    return String(text.map { $0 == "\0" ? "\u{fffd}" : $0 })
  }

  // By hand: `contains` of the view costs more than all else about a name.
  private static func holdsNUL(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices where bytes[index] == 0 { return true }
    return false
  }

  /// Owner, property and type.
  static func endpoint(_ endpoint: Endpoint) -> Endpoint {
    Endpoint(
      owner: name(endpoint.owner), property: name(endpoint.property),
      valueType: name(endpoint.valueType))
  }

  /// A place.
  static func place(_ place: Place) -> Place {
    switch place {
    case .source(let file, let line): .source(file: name(file), line: max(line, 0))
    case .code(let addresses): .code(Array(addresses.prefix(ReporterLimits.addresses)))
    case .unknown(let why): .unknown(why: name(why))
    }
  }

  /// A frame that can travel; nil where a number is not finite.
  static func frame(_ frame: Frame?) -> Frame? {
    guard let frame else { return nil }
    let isFinite = [frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.isFinite }
    return isFinite ? frame : nil
  }

  /// A verdict whose record fits well into a message.
  static func verdict(_ verdict: Verdict) -> Verdict {
    guard !verdict.isPlain else { return verdict }
    var verdict = verdict
    var room = ReporterLimits.reasonBytes
    verdict.reasons = verdict.reasons.prefix(Limits.reasons).map { reason($0) }
    // The first reason always fits: its parts are bounded to less than the room.
    verdict.reasons = Array(
      verdict.reasons.prefix {
        room -= $0.estimatedBytes
        return room >= 0
      })
    if let value = verdict.lastGood, value.estimatedBytes > ReporterLimits.valueBytes {
      verdict.lastGood = .error(type: "", text: "too large to be shown")
    }
    return verdict
  }

  /// A reason with bounded parts; a long trail loses its middle.
  static func reason(_ reason: Reason) -> Reason {
    var trail = reason.trail
    if trail.count > Limits.trail {
      let left = Limits.trail / 2
      let omitted = Candidate("…", "\(trail.count - Limits.trail + 1) more, not shown")
      trail = trail.prefix(left) + [omitted] + trail.suffix(Limits.trail - left - 1)
    }
    return Reason(
      ReasonCode(name(reason.code.rawValue)), parameters(reason.parameters),
      trail: trail.map { Candidate(name($0.name), name($0.verdict)) },
      hint: reason.hint.map { Hint(HintCode(name($0.code.rawValue)), parameters($0.parameters)) })
  }

  private static func parameters(_ parameters: [Parameter]) -> [Parameter] {
    parameters.prefix(Limits.parameters).map { Parameter(name($0.name), name($0.value)) }
  }
}
