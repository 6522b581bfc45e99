import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// Somebody who speaks the protocol with a daemon, rightly or not.
final class Guest {
  private let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var lastID: UInt64 = 100

  init(_ address: LinkAddress) throws { client = try LinkClient(dialing: address) }

  /// Greets and expects to be welcomed.
  @discardableResult
  func greet(_ hello: Hello) throws -> Welcome {
    try send(.hello(hello))
    let answer = try next()
    guard case .welcome(let welcome) = answer else { throw WaitFailure("no welcome: \(answer)") }
    return welcome
  }

  func send(_ message: Message) throws {
    for frame in encoder.encode(message) { try client.send(frame) }
  }

  func send(text: String) throws { try client.send(Array(text.utf8)) }

  /// The next message; waits for it.
  func next() throws -> Message {
    while true {
      guard case .message(let frame) = try client.next(until: client.now.after(generously)) else {
        throw WaitFailure("no message came")
      }
      if let message = try decoder.decode(frame) { return message }
    }
  }

  /// The one answer to a request.
  func ask(_ message: (UInt64) -> Message) throws -> Message {
    lastID += 1
    try send(message(lastID))
    while true {
      let answer = try next()
      switch answer {
      case .result(let result) where result.id == lastID: return answer
      case .error(let failure) where failure.id == lastID: return answer
      case .processes(let list) where list.id == lastID: return answer
      default: continue
      }
    }
  }

  /// The processes that the daemon knows.
  func processes() throws -> [ProcessEntry] {
    guard case .processes(let list) = try ask({ .list(ListRequest(id: $0)) }) else { return [] }
    return list.entries
  }

  /// Why the link is over; waits until it is.
  func closure() throws -> LinkClosure {
    do throws(LinkClosure) {
      while true {
        if case .late = try client.next(until: client.now.after(generously)) { break }
      }
    } catch {
      return error
    }
    throw WaitFailure("the link stays open")
  }
}
