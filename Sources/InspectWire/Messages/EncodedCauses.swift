/// `{"m": "causes", "id", "instance"}`.
enum EncodedCausesRequest {
  static func write(_ request: CausesRequest, to output: inout WireOutput) {
    output.begin("causes")
    output.field("id", request.id)
    output.field("instance", name: request.instance.text)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> CausesRequest {
    var id: UInt64?
    var instance: InstanceID?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "instance": instance = try input.instance(key)
      default: try input.json.skipValue()
      }
    }
    return CausesRequest(
      id: try input.require(id, "id"), instance: try input.require(instance, "instance"))
  }
}

/// `{"process", "failing", "total", "followers", "cut", "list": [cause, …], "shared": […], "rows"}`.
enum EncodedCauses {
  static func write(_ answer: CausesAnswer, _ rows: RowBuffers, to output: inout WireOutput) {
    let causes = answer.causes
    output.json.beginObject()
    output.json.key("process")
    EncodedProcessEntry.write(answer.process, to: &output)
    output.field("failing", causes.failing)
    output.field("total", causes.total)
    output.field("followers", causes.followers)
    if causes.isCut { output.field("cut", true) }
    output.list("list", causes.causes) { EncodedCause.write($0, to: &$1) }
    output.list("shared", causes.shared) { shared, output in
      output.json.beginObject()
      output.list("causes", shared.causes) { $1.json.unsigned($0) }
      output.field("followers", shared.followers)
      if let through = shared.through { output.field("through", through.rawValue) }
      output.json.endObject()
    }
    output.json.key("rows")
    rows.write(to: &output.json)
    output.json.endObject()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> CausesAnswer {
    var process: ProcessEntry?
    var causes = Causes()
    var records = RecordList()
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "process": process = try EncodedProcessEntry.read(&input)
      case "failing": causes.failing = try input.json.readUInt64()
      case "total": causes.total = try input.json.readUInt64()
      case "followers": causes.followers = try input.json.readUInt64()
      case "cut": causes.isCut = try input.json.readBool()
      case "list":
        causes.causes = try input.list { i throws(WireError) in try EncodedCause.read(&i) }
      case "shared": causes.shared = try input.list { i throws(WireError) in try shared(&i) }
      case "rows": try RowReader.readAll(&input, into: &records)
      default: try input.json.skipValue()
      }
    }
    return CausesAnswer(
      process: try input.require(process, "process"), causes: causes, records: records.records)
  }

  private static func shared(_ input: inout WireInput) throws(WireError) -> SharedFollowers {
    var shared = SharedFollowers(causes: [], followers: 0, through: nil)
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "causes":
        shared.causes = try input.list { i throws(WireError) in try i.json.readUInt64() }
      case "followers": shared.followers = try input.json.readUInt64()
      case "through":
        shared.through = try input.optional { i throws(WireError) in
          BindingID(try i.json.readUInt64())
        }
      default: try input.json.skipValue()
      }
    }
    return shared
  }
}

/// `{"kind", "text", "binding", "members", "count", "followers", "examples", "loop"}`.
enum EncodedCause {
  static func write(_ cause: Cause, to output: inout WireOutput) {
    output.json.beginObject()
    output.field("kind", name: cause.kind.rawValue)
    output.field("text", text: cause.text)
    output.field("binding", cause.binding.rawValue)
    output.list("members", cause.members) { $1.json.unsigned($0.rawValue) }
    output.field("count", cause.memberCount)
    output.field("followers", cause.followers)
    output.list("examples", cause.examples) { $1.json.unsigned($0.rawValue) }
    if let loop = cause.loop {
      output.json.key("loop")
      EncodedLoop.write(loop, to: &output)
    }
    output.json.endObject()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> Cause {
    var kind: Cause.Kind?
    var binding: UInt64?
    var cause = Cause(
      kind: .binding, text: "", binding: BindingID(0), members: [], memberCount: 0)
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      // One that this version does not know still has its sentence.
      case "kind": kind = Cause.Kind(rawValue: try input.json.readName()) ?? .binding
      case "text": cause.text = try input.json.readText()
      case "binding": binding = try input.json.readUInt64()
      case "members": cause.members = try input.bindings()
      case "count": cause.memberCount = try input.json.readUInt64()
      case "followers": cause.followers = try input.json.readUInt64()
      case "examples": cause.examples = try input.bindings()
      case "loop":
        cause.loop = try input.optional { i throws(WireError) in try EncodedLoop.read(&i) }
      default: try input.json.skipValue()
      }
    }
    cause.kind = try input.require(kind, "kind")
    cause.binding = BindingID(try input.require(binding, "binding"))
    return cause
  }
}

/// `{"kind", "rounds", "edges": [[from, to, inferred], …], "count", "cut": […], "smallest",
/// "values": [[binding, value, …], …]}`.
enum EncodedLoop {
  static func write(_ loop: LoopAnatomy, to output: inout WireOutput) {
    output.json.beginObject()
    output.field("kind", name: loop.kind.rawValue)
    if let rounds = loop.rounds { output.field("rounds", rounds) }
    output.list("edges", loop.edges) { edge($0, &$1) }
    output.field("count", loop.edgeCount)
    output.list("cut", loop.cut) { edge($0, &$1) }
    output.field("smallest", loop.isSmallestCut)
    output.list("values", loop.values) { rounds, output in
      output.json.beginArray()
      output.json.unsigned(rounds.binding.rawValue)
      for value in rounds.values { output.json.text(value) }
      output.json.endArray()
    }
    output.json.endObject()
  }

  private static func edge(_ edge: LoopAnatomy.Edge, _ output: inout WireOutput) {
    output.json.beginArray()
    output.json.unsigned(edge.from.rawValue)
    output.json.unsigned(edge.to.rawValue)
    if edge.isImplicit { output.json.unsigned(1) }
    output.json.endArray()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> LoopAnatomy {
    var loop = LoopAnatomy(
      kind: .doesNotSettle, rounds: nil, edges: [], edgeCount: 0, cut: [], isSmallestCut: false)
    var kind: LoopAnatomy.Kind?
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "kind": kind = LoopAnatomy.Kind(rawValue: try input.json.readName()) ?? .doesNotSettle
      case "rounds":
        loop.rounds = try input.optional { i throws(WireError) in try i.json.readUInt64() }
      case "edges": loop.edges = try input.list { i throws(WireError) in try edge(&i) }
      case "count": loop.edgeCount = try input.json.readUInt64()
      case "cut": loop.cut = try input.list { i throws(WireError) in try edge(&i) }
      case "smallest": loop.isSmallestCut = try input.json.readBool()
      case "values": loop.values = try input.list { i throws(WireError) in try rounds(&i) }
      default: try input.json.skipValue()
      }
    }
    loop.kind = try input.require(kind, "kind")
    return loop
  }

  private static func edge(_ input: inout WireInput) throws(WireError) -> LoopAnatomy.Edge {
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("from")) }
    let from = try input.json.readUInt64()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("to")) }
    let to = try input.json.readUInt64()
    let isImplicit = try input.next(&tuple) ? try input.json.readUInt64() == 1 : false
    try input.endTuple(&tuple)
    return LoopAnatomy.Edge(from: BindingID(from), to: BindingID(to), isImplicit: isImplicit)
  }

  private static func rounds(_ input: inout WireInput) throws(WireError) -> LoopAnatomy.Rounds {
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else { throw input.json.fault(.missing("binding")) }
    var rounds = LoopAnatomy.Rounds(binding: BindingID(try input.json.readUInt64()), values: [])
    while try input.next(&tuple) { rounds.values.append(try input.json.readText()) }
    try input.endTuple(&tuple)
    return rounds
  }
}

extension WireOutput {
  /// Writes a field that is a list.
  fileprivate mutating func list<Element>(
    _ key: String, _ elements: [Element], _ element: (Element, inout WireOutput) -> Void
  ) {
    json.key(key)
    json.beginArray()
    for item in elements { element(item, &self) }
    json.endArray()
  }
}

extension WireInput {
  /// Reads a list of bindings.
  fileprivate mutating func bindings() throws(WireError) -> [BindingID] {
    try list { i throws(WireError) in BindingID(try i.json.readUInt64()) }
  }
}
