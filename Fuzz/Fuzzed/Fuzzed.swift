private import Glibc

// What libFuzzer calls for each input. `FUZZED` in the environment names what is fuzzed:
//   FUZZED=wire .build/fuzz/release/Fuzzed -max_total_time=60 Fuzz/Corpora/wire
// `tools/fuzz` does that for all of them. A trap is a find; so is what `expect` says.

/// What can be fuzzed, by name: each takes any bytes and must not trap.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "wire": { fuzzWire($0) }, "json": { fuzzJSON($0) }, "websocket": { fuzzWebSocket($0) },
  "http": { fuzzHTTP($0) }, "display": { fuzzDisplay($0) }, "hub": { fuzzHub($0) },
  "clients": { fuzzClients($0) }, "query": { fuzzQuery($0) },
]

private let target: @Sendable ([UInt8]) -> Void = {
  let name = unsafe getenv("FUZZED").map { unsafe String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("FUZZED is “\(name)”; it names one of \(targets.keys.sorted())")
  }
  return target
}()

/// Takes one input of libFuzzer's.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Traps where something that must hold does not: libFuzzer keeps the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
