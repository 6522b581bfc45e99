internal import InspectSystem
internal import InspectWire

/// Turns return addresses into what another process can look up, each once.
struct WritePlaces {
  private var known: [UInt: CodeAddress] = [:]
  // A program writes from far fewer places than that.
  private static let limit = 4_096

  /// Who wrote last; nil where nobody was noted.
  mutating func fact(writer: UInt, caller: UInt) -> WriteFact? {
    guard writer != 0 else { return nil }
    var addresses = [address(writer)]
    if caller != 0 { addresses.append(address(caller)) }
    return WriteFact(place: .code(addresses), thread: "")
  }

  private mutating func address(_ number: UInt) -> CodeAddress {
    if let found = known[number] { return found }
    if known.count >= Self.limit { known = [:] }
    let module = LoadedModule(of: number)
    let found = CodeAddress(module: module.path, buildID: module.buildID, offset: module.offset)
    known[number] = found
    return found
  }
}
