/// A reason: `[code, [name, value, …], [candidate, verdict, …], [hint, name, value, …]]`, ended
/// early where the rest is empty.
enum EncodedReason {
  static func write(_ reason: Reason, to output: inout WireOutput) {
    output.json.beginArray()
    output.name(reason.code.rawValue)
    let hasHint = reason.hint != nil
    let hasTrail = hasHint || !reason.trail.isEmpty
    if hasTrail || !reason.parameters.isEmpty {
      output.json.beginArray()
      write(reason.parameters, to: &output)
      output.json.endArray()
    }
    if hasTrail {
      output.json.beginArray()
      for candidate in shortened(reason.trail) {
        output.name(candidate.name)
        output.name(candidate.verdict)
      }
      output.json.endArray()
    }
    if let hint = reason.hint {
      output.json.beginArray()
      output.name(hint.code.rawValue)
      write(hint.parameters, to: &output)
      output.json.endArray()
    }
    output.json.endArray()
  }

  private static func write(_ parameters: [Parameter], to output: inout WireOutput) {
    for parameter in parameters.prefix(Limits.parameters) {
      output.name(parameter.name)
      // Values of these are as many as there are inputs and faults; the others are names and types.
      switch parameter.name {
      case "text", "input", "value", "values": output.json.text(parameter.value)
      default: output.name(parameter.value)
      }
    }
  }

  // The ends of a chain tell most: where it began, and at which boundary it stopped.
  private static func shortened(_ trail: [Candidate]) -> [Candidate] {
    guard trail.count > Limits.trail else { return trail }
    let head = Limits.trail / 2
    let tail = Limits.trail - head - 1
    let left = trail.count - head - tail
    return trail.prefix(head) + [Candidate("…", "\(left) more")] + trail.suffix(tail)
  }

  static func read(_ input: inout WireInput) throws(WireError) -> Reason {
    var tuple = try input.beginTuple()
    var reason = Reason(ReasonCode(try input.requireName(&tuple, "code")))
    if try input.next(&tuple) {
      var pairs = try input.beginTuple()
      reason.parameters = try parameters(&input, &pairs)
    }
    if try input.next(&tuple) { reason.trail = try trail(&input) }
    if try input.next(&tuple) {
      var pairs = try input.beginTuple()
      let code = HintCode(try input.requireName(&pairs, "hint"))
      reason.hint = Hint(code, try parameters(&input, &pairs))
    }
    try input.endTuple(&tuple)
    return reason
  }

  private static func parameters(
    _ input: inout WireInput, _ pairs: inout WireInput.Tuple
  ) throws(WireError) -> [Parameter] {
    var parameters: [Parameter] = []
    while try input.next(&pairs) {
      guard parameters.count < Limits.parameters else {
        throw input.json.fault(.tooManyElements)
      }
      let name = try input.name()
      guard try input.next(&pairs) else { throw input.json.fault(.missing("value")) }
      parameters.append(Parameter(name, try input.text()))
    }
    return parameters
  }

  private static func trail(_ input: inout WireInput) throws(WireError) -> [Candidate] {
    var trail: [Candidate] = []
    var pairs = try input.beginTuple()
    while try input.next(&pairs) {
      guard trail.count < Limits.trail else { throw input.json.fault(.tooManyElements) }
      let name = try input.name()
      guard try input.next(&pairs) else { throw input.json.fault(.missing("verdict")) }
      trail.append(Candidate(name, try input.name()))
    }
    return trail
  }
}
