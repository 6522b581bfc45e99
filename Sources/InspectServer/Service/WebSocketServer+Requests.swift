private import InspectSystem

extension WebSocketServer {
  // MARK: Coming in

  /// Takes over a connection that the acceptor let in.
  func adopt(_ socket: Int32, _ transport: ServerPeer.Transport) {
    guard let context, lastMoment == nil else {
      _ = Descriptor(owning: socket)
      acceptor.noteClosed()
      return
    }
    lastID += 1
    let id = ConnectionID(lastID)
    connections[id] = Connection(
      transport: transport, assembly: MessageAssembly(configuration.messages))
    counters.accepted += 1
    counters.open += 1
    let handle = context.adopt(socket, as: id, isRemote: transport == .remote)
    if let handle { connections[id]?.handle = handle } else { noteDestroyed(id) }
  }

  func noteForeign(_ user: UInt32) {
    counters.foreignUsers += 1
    configuration.log(
      LogLine(.warning, "foreign-user", "closed a connection of another user (uid \(user))"))
  }

  func noteTooMany() {
    counters.tooMany += 1
    configuration.log(
      LogLine(.warning, "too-many", "closed a connection: there are as many as may be"))
  }

  // MARK: Requests

  func requestedUpgrade(_ id: ConnectionID, _ head: RequestHead) -> CallbackReply {
    guard let connection = connections[id] else { return .end }
    connections[id]?.hasAsked = true
    do {
      try rules.checkUpgrade(head, from: connection.transport)
      connections[id]?.stage = .approved(isPage: head.origin != .absent)
      return .proceed
    } catch {
      return refuse(id, error, head)
    }
  }

  func isApproved(_ id: ConnectionID) -> Bool {
    if case .approved? = connections[id]?.stage { true } else { false }
  }

  func requestedPage(_ id: ConnectionID, _ head: RequestHead) -> CallbackReply {
    guard let connection = connections[id] else { return .end }
    connections[id]?.hasAsked = true
    do {
      let host = try rules.check(head, from: connection.transport)
      let response: HTTPResponse
      if let page = configuration.pages[head.path] {
        let scheme = connection.transport == .remote ? "wss" : "ws"
        response = .found(page, socket: "\(scheme)://\(host)")
      } else {
        response = .refused(.notFound, "There is no such page here.")
      }
      counters.pages += 1
      connections[id]?.answer = Connection.PendingAnswer(
        bytes: response.bytes, isLast: response.isLast)
      return .proceed
    } catch {
      return refuse(id, error, head)
    }
  }

  /// Writes the next piece of an answer; called when the socket takes bytes.
  func writePage(_ id: ConnectionID) -> CallbackReply {
    guard let context, let handle = connections[id]?.handle,
      let answer = connections[id]?.answer
    else { return .end }
    let end = min(answer.bytes.count, answer.written + ServerLimits.pageBytes)
    let isWhole = end == answer.bytes.count
    guard context.writeAnswer(answer.bytes[answer.written..<end], to: handle, isLast: isWhole)
    else { return .end }
    if isWhole {
      connections[id]?.answer = nil
      return handle.completeTransaction(on: self) && !answer.isLast ? .proceed : .end
    }
    connections[id]?.answer?.written = end
    handle.allowPage(seconds: configuration.handshakeSeconds, on: self)
    handle.requestWritable(on: self)
    return .proceed
  }

  private func refuse(_ id: ConnectionID, _ refusal: AcceptRules.Refusal, _ head: RequestHead)
    -> CallbackReply
  {
    counters.refusedRequests += 1
    configuration.log(
      LogLine(
        .info, "refused-request",
        "refused a request for \(head.path) (\(refusal.status.rawValue)): \(refusal.why)"))
    if let context, let handle = connections[id]?.handle {
      let response = HTTPResponse.refused(refusal.status, refusal.why)
      _ = context.writeAnswer(response.bytes[...], to: handle, isLast: true)
    }
    return .end
  }
}
