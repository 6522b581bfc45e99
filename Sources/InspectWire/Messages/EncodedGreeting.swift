/// `{"m": "hello", "role", "protocol": [lowest, highest], "implementation", "capabilities", "token",
/// "pass", "instance": facts}`.
enum EncodedHello {
  static func write(_ hello: Hello, to output: inout WireOutput) {
    output.begin("hello")
    output.field("role", name: hello.role.rawValue)
    output.json.key("protocol")
    output.json.beginArray()
    output.json.integer(Int64(hello.versions.lowest))
    output.json.integer(Int64(hello.versions.highest))
    output.json.endArray()
    output.field("implementation", name: hello.implementation)
    output.json.key("capabilities")
    output.fullNames(hello.capabilities)
    if let token = hello.token { output.field("token", name: token) }
    if let pass = hello.pass { output.field("pass", name: pass) }
    if let facts = hello.instance {
      output.json.key("instance")
      EncodedFacts.write(facts, to: &output)
    }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Hello {
    var role: Role?
    var versions: VersionRange?
    var hello = Hello(role: .observer, implementation: "")
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "role": role = try input.word(key)
      case "protocol": versions = try self.versions(&input)
      case "implementation": hello.implementation = try input.json.readName()
      case "capabilities": hello.capabilities = try input.names()
      case "token":
        hello.token = try input.optional { i throws(WireError) in try i.json.readName() }
      case "pass":
        hello.pass = try input.optional { i throws(WireError) in try i.json.readName() }
      case "instance":
        hello.instance = try input.optional { i throws(WireError) in try EncodedFacts.read(&i) }
      default: try input.json.skipValue()
      }
    }
    hello.role = try input.require(role, "role")
    hello.versions = try input.require(versions, "protocol")
    return hello
  }

  private static func versions(_ input: inout WireInput) throws(WireError) -> VersionRange {
    let start = input.json.offset
    let ends = try input.list(limit: 2) { i throws(WireError) -> Int in
      try i.json.readInteger("protocol")
    }
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw WireError(at: start, .outOfRange("protocol"))
    }
    return VersionRange(ends[0], ends[1])
  }
}

/// Facts of a process: `{"instance", "name", "pid", "start", "host", "mode", "clock": [monotonic,
/// wall], "redaction", "complete"}`.
enum EncodedFacts {
  static func write(_ facts: InstanceFacts, to output: inout WireOutput) {
    output.json.beginObject()
    output.field("instance", name: facts.instance.text)
    output.field("name", name: facts.name)
    output.field("pid", Int64(facts.pid))
    output.field("start", facts.startTime)
    output.field("host", name: facts.host)
    output.field("mode", name: facts.mode.rawValue)
    output.json.key("clock")
    output.json.beginArray()
    output.json.integer(facts.clock.moment.microseconds)
    output.json.integer(facts.clock.wallMicroseconds)
    output.json.endArray()
    output.json.key("redaction")
    output.fullNames(facts.redaction)
    if facts.isComplete { output.field("complete", true) }
    output.json.endObject()
  }

  static func read(_ input: inout WireInput) throws(WireError) -> InstanceFacts {
    var instance: InstanceID?
    var name: String?
    var pid: Int32?
    var facts = InstanceFacts(
      instance: InstanceID(high: 0, low: 0), name: "", pid: 0, startTime: 0, host: "", mode: .off,
      clock: ClockAnchor(moment: Moment(microseconds: 0), wallMicroseconds: 0))
    var object = try input.json.beginObject()
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "instance": instance = try input.instance(key)
      case "name": name = try input.json.readName()
      case "pid": pid = try input.json.readInteger(key)
      case "start": facts.startTime = try input.json.readUInt64()
      case "host": facts.host = try input.json.readName()
      case "mode": facts.mode = try input.word(key)
      case "clock": facts.clock = try clock(&input)
      case "redaction": facts.redaction = try input.names()
      case "complete": facts.isComplete = try input.json.readBool()
      default: try input.json.skipValue()
      }
    }
    facts.instance = try input.require(instance, "instance")
    facts.name = try input.require(name, "name")
    facts.pid = try input.require(pid, "pid")
    return facts
  }

  private static func clock(_ input: inout WireInput) throws(WireError) -> ClockAnchor {
    let start = input.json.offset
    let readings = try input.list(limit: 2) { i throws(WireError) in try i.json.readInt64() }
    guard readings.count == 2 else { throw WireError(at: start, .outOfRange("clock")) }
    return ClockAnchor(
      moment: Moment(microseconds: readings[0]), wallMicroseconds: readings[1])
  }
}

/// `{"m": "welcome", "run", "protocol", "implementation", "capabilities", "limits": {name: number}}`.
enum EncodedWelcome {
  static func write(_ welcome: Welcome, to output: inout WireOutput) {
    output.begin("welcome")
    output.field("run", name: welcome.run.text)
    output.field("protocol", Int64(welcome.version))
    output.field("implementation", name: welcome.implementation)
    output.json.key("capabilities")
    output.fullNames(welcome.capabilities)
    output.json.key("limits")
    output.json.beginObject()
    var written: Set<ExactText> = []
    for limit in welcome.limits where written.insert(ExactText(limit.name)).inserted {
      output.field(limit.name, limit.value)
    }
    output.json.endObject()
    if let token = welcome.token { output.field("token", name: token) }
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Welcome {
    var run: InstanceID?
    var version: Int?
    var welcome = Welcome(run: InstanceID(high: 0, low: 0), version: 0, implementation: "")
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "run": run = try input.instance(key)
      case "protocol": version = try input.json.readInteger(key)
      case "implementation": welcome.implementation = try input.json.readName()
      case "capabilities": welcome.capabilities = try input.names()
      case "limits":
        var limits = try input.json.beginObject()
        while let name = try input.json.nextKey(&limits) {
          welcome.limits.append(Welcome.Limit(name, try input.json.readUInt64()))
        }
      case "token":
        welcome.token = try input.optional { i throws(WireError) in try i.json.readName() }
      default: try input.json.skipValue()
      }
    }
    welcome.run = try input.require(run, "run")
    welcome.version = try input.require(version, "protocol")
    return welcome
  }
}

/// `{"m": "reject", "code", "text", "remedy"}`.
enum EncodedReject {
  static func write(_ reject: Reject, to output: inout WireOutput) {
    output.begin("reject")
    output.field("code", name: reject.code.rawValue)
    output.field("text", text: reject.text)
    output.field("remedy", text: reject.remedy)
    output.json.endObject()
  }

  static func read(
    _ input: inout WireInput, _ object: inout JSONReader.ObjectCursor
  ) throws(WireError) -> Reject {
    var code: FailureCode?
    var text = ""
    var remedy = ""
    while let key = try input.json.nextKey(&object) {
      switch key {
      case "code": code = FailureCode(try input.json.readName())
      case "text": text = try input.json.readText()
      case "remedy": remedy = try input.json.readText()
      default: try input.json.skipValue()
      }
    }
    return Reject(code: try input.require(code, "code"), text: text, remedy: remedy)
  }
}
