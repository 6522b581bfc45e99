/// `{"m": "result", "id", …}` with one of `"done": true`, `"process"`, `"why"`, `"candidates"`,
/// `"causes"`, `"pass"`.
enum EncodedAnswer {
  static func write(_ answer: Answer, _ rows: RowBuffers, to output: inout WireOutput) {
    output.begin("result")
    output.field("id", answer.id)
    switch answer.content {
    case .done:
      output.field("done", true)
    case .process(let entry):
      output.json.key("process")
      EncodedProcessEntry.write(entry, to: &output)
    case .explanation(let explanation):
      output.json.key("why")
      EncodedExplanation.write(explanation, rows, to: &output)
    case .candidates(let matches):
      output.json.key("candidates")
      output.json.beginArray()
      for match in matches { write(match, to: &output) }
      output.json.endArray()
    case .causes(let causes):
      output.json.key("causes")
      EncodedCauses.write(causes, rows, to: &output)
    case .pass(let pass):
      output.field("pass", name: pass)
    }
    output.json.endObject()
  }

  private static func write(_ match: NameMatch, to output: inout WireOutput) {
    output.json.beginObject()
    output.field("instance", name: match.instance.text)
    output.field("process", name: match.process)
    output.field("pid", Int64(match.pid))
    output.field("binding", match.binding.rawValue)
    output.field("name", name: match.name)
    output.field("colour", UInt64(match.colour.rawValue))
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Answer {
    var id: UInt64?
    var content: Answer.Content?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "done": if try input.json.readBool() { content = .done }
      case "process": content = .process(try EncodedProcessEntry.read(&input))
      case "why": content = .explanation(try EncodedExplanation.read(&input))
      case "candidates":
        content = .candidates(try input.list { i throws(WireError) in try match(&i) })
      case "causes": content = .causes(try EncodedCauses.read(&input))
      case "pass": content = .pass(try input.json.readName())
      default: try input.json.skipValue()
      }
    }
    return Answer(id: try input.require(id, "id"), content: try input.require(content, "done"))
  }

  private static func match(_ input: inout WireInput) throws(WireError) -> NameMatch {
    var instance: InstanceID?
    var binding: UInt64?
    var colour: Colour?
    var process = ""
    var name = ""
    var pid: Int32 = 0
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "instance": instance = try input.instance(key)
      case "process": process = try input.json.readName()
      case "pid": pid = try input.json.readInteger(key)
      case "binding": binding = try input.json.readUInt64()
      case "name": name = try input.json.readName()
      case "colour": colour = try input.code(key)
      default: try input.json.skipValue()
      }
    }
    return NameMatch(
      instance: try input.require(instance, "instance"), process: process, pid: pid,
      binding: BindingID(try input.require(binding, "binding")), name: name,
      colour: try input.require(colour, "colour"))
  }
}

/// `{"process", "rows": {kind: [row, …]}, "history": [entry, …], "sharing", "unknown": [words]}`;
/// the scopes are in order from the binding's own outwards.
enum EncodedExplanation {
  /// The records of an explanation, which travel as rows.
  static func records(_ explanation: Explanation) -> [Record] {
    explanation.scopes.map(Record.scope) + (explanation.node.map { [.node($0)] } ?? [])
      + [.binding(explanation.binding), .status(explanation.status)]
  }

  static func write(
    _ explanation: Explanation, _ rows: RowBuffers, to output: inout WireOutput
  ) {
    output.json.beginObject()
    output.json.key("process")
    EncodedProcessEntry.write(explanation.process, to: &output)
    output.json.key("rows")
    rows.write(to: &output.json)
    output.json.key("history")
    output.json.beginArray()
    for entry in explanation.history { EncodedEntry.write(entry, to: &output) }
    output.json.endArray()
    output.field("sharing", explanation.sharing)
    output.json.key("unknown")
    output.fullNames(explanation.unknown)
    output.json.endObject()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> Explanation {
    var process: ProcessEntry?
    var records = RecordList()
    var history: [HistoryEntry] = []
    var sharing: UInt64 = 0
    var unknown: [String] = []
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "process": process = try EncodedProcessEntry.read(&input)
      case "rows": try RowReader.readAll(&input, into: &records)
      case "history":
        history = try input.list { i throws(WireError) in try EncodedEntry.read(&i) }
      case "sharing": sharing = try input.json.readUInt64()
      case "unknown": unknown = try input.names()
      default: try input.json.skipValue()
      }
    }
    let parts = Parts(records.records)
    return Explanation(
      process: try input.require(process, "process"),
      binding: try input.require(parts.binding, "binding"),
      status: try input.require(parts.status, "status"), scopes: parts.scopes, node: parts.node,
      history: history, sharing: sharing, unknown: unknown)
  }

  private struct Parts {
    var binding: BindingRecord?
    var status: StatusRecord?
    var scopes: [ScopeRecord] = []
    var node: NodeRecord?

    init(_ records: [Record]) {
      for record in records {
        switch record {
        case .scope(let scope): scopes.append(scope)
        case .node(let node): self.node = node
        case .binding(let binding): self.binding = binding
        case .status(let status): self.status = status
        case .edges, .ended: break
        }
      }
    }
  }
}

/// `{"m": "error", "id", "code", "text", "remedy", "offset"}`.
enum EncodedFailure {
  static func write(_ failure: Failure, to output: inout WireOutput) {
    output.begin("error")
    if let id = failure.id { output.field("id", id) }
    output.field("code", name: failure.code.rawValue)
    output.field("text", text: failure.text)
    if !failure.remedy.isEmpty { output.field("remedy", text: failure.remedy) }
    if let offset = failure.offset { output.field("offset", offset) }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Failure {
    var code: FailureCode?
    var failure = Failure(id: nil, code: .badMessage, text: "")
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": failure.id = try input.optional { i throws(WireError) in try i.json.readUInt64() }
      case "code": code = FailureCode(try input.json.readName())
      case "text": failure.text = try input.json.readText()
      case "remedy": failure.remedy = try input.json.readText()
      case "offset":
        failure.offset = try input.optional { i throws(WireError) in try i.json.readUInt64() }
      default: try input.json.skipValue()
      }
    }
    failure.code = try input.require(code, "code")
    return failure
  }
}
