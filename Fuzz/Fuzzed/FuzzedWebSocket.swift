internal import InspectWire

@testable internal import InspectLink

/// Bytes of frames to either end, after a handshake in order; in one piece and in small ones.
func fuzzWebSocket(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let whole = outcome(of: bytes.dropFirst(), isClient: first & 1 == 0, pieces: .max)
  let split = outcome(of: bytes.dropFirst(), isClient: first & 1 == 0, pieces: Int(first >> 1) + 1)
  expect(whole == split, "\(whole) in one piece, \(split) in pieces")
}

/// A request or an answer to one, as anybody may send it, to either end.
func fuzzHTTP(_ bytes: [UInt8]) {
  var server = WebSocketMachine(acceptingAt: "/", chance: FixedChance())
  let actions = server.receive(bytes[...])
  if actions.contains(.opened) {
    expect(bytes.starts(with: Array("GET / HTTP/1.1\r\n".utf8)), "opened by something else")
  }
  var client = WebSocketMachine(dialing: "localhost", path: "/", chance: FixedChance())
  _ = client.start()
  _ = client.receive(bytes[...])
  fuzzRules(bytes)
}

private struct Outcome: Equatable {
  var messages: [[UInt8]] = []
  var end: LinkClosure?
}

private func outcome(of bytes: ArraySlice<UInt8>, isClient: Bool, pieces: Int) -> Outcome {
  var limits = LinkLimits()
  limits.messageBytes = 4_096
  limits.fragments = 8
  var client = WebSocketMachine(
    dialing: "localhost", path: "/", limits: limits, chance: FixedChance())
  var server = WebSocketMachine(acceptingAt: "/", limits: limits, chance: FixedChance())
  for action in client.start() {
    guard case .send(let request) = action else { continue }
    for answer in server.receive(request[...]) {
      if case .send(let response) = answer { _ = client.receive(response[...]) }
    }
  }
  expect(client.isOpen && server.isOpen, "the handshake failed")
  var machine = isClient ? client : server
  var found = Outcome()
  var rest = bytes
  while !rest.isEmpty, !machine.isEnded {
    let piece = rest.prefix(pieces)
    rest = rest.dropFirst(piece.count)
    for action in machine.receive(piece) + machine.settle() {
      switch action {
      case .message(let message):
        expect(message.count <= limits.messageBytes, "a message over the limit")
        expect(String(validating: message, as: UTF8.self) != nil, "a message that is not UTF-8")
        found.messages.append(message)
      case .ended(let closure): found.end = closure
      case .send, .pong, .opened, .binary: break
      }
    }
  }
  return found
}

private struct FixedChance: RandomNumberGenerator, Sendable {
  mutating func next() -> UInt64 { 0x0123_4567_89AB_CDEF }
}
