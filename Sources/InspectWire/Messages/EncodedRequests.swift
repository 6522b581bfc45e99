/// `{"m": "subscribe", "id", "instances", "level", "cursor": {"run", "rev", "query"}, "query"}`.
enum EncodedSubscribe {
  static func write(_ subscribe: Subscribe, to output: inout WireOutput) {
    output.begin("subscribe")
    output.field("id", subscribe.id)
    output.json.key("instances")
    output.fullNames(subscribe.instances.map(\.text))
    output.field("level", UInt64(subscribe.level.rawValue))
    if let cursor = subscribe.cursor {
      output.json.key("cursor")
      output.json.beginObject()
      output.field("run", name: cursor.run.text)
      output.field("rev", cursor.revision)
      if !cursor.query.isEmpty { output.field("query", text: cursor.query) }
      output.json.endObject()
    }
    if !subscribe.query.isEmpty { output.field("query", text: subscribe.query) }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Subscribe {
    var id: UInt64?
    var level: Level?
    var subscribe = Subscribe(id: 0, level: .status)
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "instances":
        subscribe.instances = try input.list(limit: Limits.reporters) { i throws(WireError) in
          try i.instance(key)
        }
      case "level": level = try input.code(key)
      case "query": subscribe.query = try input.json.readText()
      case "cursor": subscribe.cursor = try input.optional { i throws(WireError) in try cursor(&i) }
      default: try input.json.skipValue()
      }
    }
    subscribe.id = try input.require(id, "id")
    subscribe.level = try input.require(level, "level")
    return subscribe
  }

  private static func cursor(_ input: inout WireInput) throws(WireError) -> Cursor {
    var run: InstanceID?
    var revision: UInt64?
    var query = ""
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "run": run = try input.instance(key)
      case "rev": revision = try input.json.readUInt64()
      case "query": query = try input.json.readText()
      default: try input.json.skipValue()
      }
    }
    return Cursor(
      run: try input.require(run, "run"), revision: try input.require(revision, "rev"),
      query: query)
  }
}

/// `{"m": "unsubscribe", "id", "stream"}`.
enum EncodedUnsubscribe {
  static func write(_ unsubscribe: Unsubscribe, to output: inout WireOutput) {
    output.begin("unsubscribe")
    output.field("id", unsubscribe.id)
    output.field("stream", unsubscribe.stream)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Unsubscribe {
    var id: UInt64?
    var stream: UInt64?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "stream": stream = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return Unsubscribe(
      id: try input.require(id, "id"), stream: try input.require(stream, "stream"))
  }
}

/// `{"m": "why", "id", "instance", "name"}`.
enum EncodedWhyRequest {
  static func write(_ request: WhyRequest, to output: inout WireOutput) {
    output.begin("why")
    output.field("id", request.id)
    if let instance = request.instance { output.field("instance", name: instance.text) }
    output.field("name", name: request.name)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> WhyRequest {
    var id: UInt64?
    var instance: InstanceID?
    var name: String?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "instance":
        instance = try input.optional { i throws(WireError) in try i.instance(key) }
      case "name": name = try input.json.readName()
      default: try input.json.skipValue()
      }
    }
    return WhyRequest(
      id: try input.require(id, "id"), instance: instance, name: try input.require(name, "name"))
  }
}

/// `{"m": "attach", "id", "process"}` and the same with `detach`; the process is one of
/// `{"pid"}`, `{"name"}`, `{"instance"}`.
enum EncodedSelection {
  static func write(
    _ kind: String, _ id: UInt64, _ process: ProcessSelector, to output: inout WireOutput
  ) {
    output.begin(kind)
    output.field("id", id)
    output.json.key("process")
    output.json.beginObject()
    switch process {
    case .pid(let pid): output.field("pid", Int64(pid))
    case .name(let name): output.field("name", name: name)
    case .instance(let instance): output.field("instance", name: instance.text)
    }
    output.json.endObject()
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> (id: UInt64, process: ProcessSelector) {
    var id: UInt64?
    var process: ProcessSelector?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      case "process": process = try selector(&input)
      default: try input.json.skipValue()
      }
    }
    return (try input.require(id, "id"), try input.require(process, "process"))
  }

  private static func selector(_ input: inout WireInput) throws(WireError) -> ProcessSelector {
    var selector: ProcessSelector?
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "pid": selector = .pid(try input.json.readInteger(key))
      case "name": selector = .name(try input.json.readName())
      case "instance": selector = .instance(try input.instance(key))
      default: try input.json.skipValue()
      }
    }
    return try input.require(selector, "pid")
  }
}

/// `{"m": "list", "id"}` and the same with `pass`.
enum EncodedPlainRequest {
  static func write(_ kind: String, _ id: UInt64, to output: inout WireOutput) {
    output.begin(kind)
    output.field("id", id)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> UInt64 {
    var id: UInt64?
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "id": id = try input.json.readUInt64()
      default: try input.json.skipValue()
      }
    }
    return try input.require(id, "id")
  }
}
