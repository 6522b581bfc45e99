/// A place: `[file, line]`, `[[module, build, offset], …]`, or why it is unknown as a name.
enum EncodedPlace {
  static func write(_ place: Place, to output: inout WireOutput) {
    switch place {
    case .source(let file, let line):
      output.json.beginArray()
      output.name(file)
      output.json.integer(Int64(line))
      output.json.endArray()
    case .code(let addresses):
      output.json.beginArray()
      for address in addresses.prefix(Limits.addresses) {
        output.json.beginArray()
        output.name(address.module)
        output.name(address.buildID)
        output.json.unsigned(address.offset)
        output.json.endArray()
      }
      output.json.endArray()
    case .unknown(let why):
      output.name(why)
    }
  }

  static func read(_ input: inout WireInput) throws(WireError) -> Place {
    guard try input.json.peek() == UInt8(ascii: "[") else { return .unknown(why: try input.name()) }
    var tuple = try input.beginTuple()
    guard try input.next(&tuple) else {
      try input.endTuple(&tuple)
      return .code([])
    }
    if try input.json.peek() != UInt8(ascii: "[") {
      let file = try input.name()
      guard try input.next(&tuple) else { throw input.json.fault(.missing("line")) }
      let line: Int = try input.json.readInteger("line")
      try input.endTuple(&tuple)
      return .source(file: file, line: line)
    }
    var addresses: [CodeAddress] = []
    repeat {
      guard addresses.count < Limits.addresses else { throw input.json.fault(.tooManyElements) }
      addresses.append(try address(&input))
    } while try input.next(&tuple)
    try input.endTuple(&tuple)
    return .code(addresses)
  }

  private static func address(_ input: inout WireInput) throws(WireError) -> CodeAddress {
    var tuple = try input.beginTuple()
    let module = try input.requireName(&tuple, "module")
    let buildID = try input.nextName(&tuple)
    guard try input.next(&tuple) else { throw input.json.fault(.missing("offset")) }
    let offset = try input.json.readUInt64()
    try input.endTuple(&tuple)
    return CodeAddress(module: module, buildID: buildID, offset: offset)
  }
}
