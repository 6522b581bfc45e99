import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A peer of a daemon that runs as a program.
final class DaemonPeer {
  let client: LinkClient
  private var encoder = MessageEncoder()
  private var decoder = MessageDecoder()
  private var lastID: UInt64 = 100

  init(_ address: LinkAddress) throws { client = try LinkClient(dialing: address) }

  /// An observer on the daemon's socket that has been welcomed.
  static func observer(_ folder: TemporaryFolder) throws -> DaemonPeer {
    guard let file = try DaemonFile.read(in: folder.runtime) else {
      throw WaitFailure("no daemon tells of itself")
    }
    let peer = try DaemonPeer(.unix(file.socket))
    try peer.send(.hello(Hello(role: .observer, implementation: "test")))
    guard case .welcome = try peer.next() else { throw WaitFailure("no welcome") }
    return peer
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

  /// What a request to attach came to: the entry, or the code of the failure.
  func attach(_ process: ProcessSelector) throws -> (entry: ProcessEntry?, failure: Failure?) {
    switch try ask({ .attach(AttachRequest(id: $0, process: process)) }) {
    case .result(let answer):
      guard case .process(let entry) = answer.content else { return (nil, nil) }
      return (entry, nil)
    case .error(let failure): return (nil, failure)
    default: return (nil, nil)
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

/// Runs a daemon in a folder of its own, and the body once it serves.
func withDaemon<Result>(
  _ arguments: [String] = [], environment: [String: String] = [:],
  _ body: (RunningProgram, TemporaryFolder) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { folder in
    try await withProgram(
      "inspectord", ["--folder", folder.path] + arguments, environment: environment
    ) { daemon in
      try await serving(daemon, folder)
      return try await body(daemon, folder)
    }
  }
}

/// Waits until a daemon tells that it serves a folder.
func serving(_ daemon: RunningProgram, _ folder: TemporaryFolder) async throws {
  try await eventually("inspectord serves", seen: { daemon.summary }) {
    guard case .running(let file) = try DaemonState(in: folder.runtime) else { return false }
    return file.pid == daemon.pid
  }
}
