extension WebSocketServer {
  // MARK: For the handler

  /// Asks for one call of the handler's `nextFrame` when the peer takes a frame.
  package func requestWrite(to id: ConnectionID) {
    guard case .open? = connections[id]?.stage else { return }
    connections[id]?.handle?.requestWritable(on: self)
  }

  /// Closes a WebSocket; from now on nothing that it sends is heeded.
  ///
  /// - Parameters:
  ///   - code: 1001, 1008, 1009, 1011 or 4000–4999.
  ///   - reason: Cut to 123 bytes.
  package func close(_ id: ConnectionID, code: UInt16, reason: String) {
    guard case .open? = connections[id]?.stage else { return }
    connections[id]?.stage = .closing(code: code, reason: reason, isSaid: false)
    connections[id]?.assembly = MessageAssembly(configuration.messages)
    // A peer that takes nothing cannot be told.
    connections[id]?.handle?.endAfter(seconds: ServerLimits.closingSeconds, on: self)
    connections[id]?.handle?.requestWritable(on: self)
  }

  /// Reads on from a peer, or leaves what it sends in its own kernel buffers.
  package func setReading(_ isReading: Bool, of id: ConnectionID) {
    guard case .open? = connections[id]?.stage else { return }
    connections[id]?.handle?.setReading(isReading, on: self)
  }

  // MARK: From the callbacks

  func established(_ id: ConnectionID) -> CallbackReply {
    guard let connection = connections[id], case .approved(let isPage) = connection.stage else {
      return .end
    }
    connections[id]?.stage = .open
    counters.upgraded += 1
    handler.opened(id, peer: ServerPeer(transport: connection.transport, isPage: isPage), on: self)
    return finish(id)
  }

  func received(_ id: ConnectionID, _ piece: [UInt8]) -> CallbackReply {
    guard let handle = connections[id]?.handle, case .open? = connections[id]?.stage else {
      return .proceed
    }
    let isBinary = handle.isBinary
    if isBinary, !configuration.messages.takesBinary {
      close(id, code: 1008, reason: "messages are text frames")
      return finish(id)
    }
    let outcome = connections[id]?.assembly.append(
      piece, endsFragment: handle.endsFragment, endsMessage: handle.endsMessage)
    switch outcome {
    case .whole(let message):
      counters.messages += 1
      if isBinary {
        handler.received(binary: message, from: id, on: self)
      } else {
        handler.received(message, from: id, on: self)
      }
    case .refused(let why):
      counters.oversized += 1
      close(id, code: 1009, reason: why)
    case .unfinished, nil: break
    }
    return finish(id)
  }

  func writable(_ id: ConnectionID) -> CallbackReply {
    guard let context, let handle = connections[id]?.handle else { return .proceed }
    guard case .open? = connections[id]?.stage else { return finish(id) }
    if let frame = handler.nextFrame(for: id, on: self) {
      guard context.write(frame, to: handle) else { return .end }
    } else if let frame = handler.nextBinaryFrame(for: id, on: self) {
      guard context.write(binary: frame, to: handle) else { return .end }
    } else {
      return finish(id)
    }
    counters.frames += 1
    handle.requestWritable(on: self)
    return finish(id)
  }

  func noteClosed(_ id: ConnectionID) {
    switch connections[id]?.stage {
    case .open, .closing:
      connections[id]?.stage = .request
      handler.closed(id, on: self)
    case .request, .approved, nil: break
    }
  }

  func noteDestroyed(_ id: ConnectionID) {
    noteClosed(id)
    guard let connection = connections.removeValue(forKey: id) else { return }
    if !connection.hasAsked, lastMoment == nil {
      counters.strangers += 1
      configuration.log(
        LogLine(
          .info, "stranger", "closed a connection on which no request came that can be read"))
    }
    counters.open -= 1
    acceptor.noteClosed()
  }

  /// Says how a connection closes if the handler closed it meanwhile.
  private func finish(_ id: ConnectionID) -> CallbackReply {
    guard let handle = connections[id]?.handle,
      case .closing(let code, let reason, let isSaid)? = connections[id]?.stage, !isSaid
    else { return .proceed }
    connections[id]?.stage = .closing(code: code, reason: reason, isSaid: true)
    handle.setClosing(code: code, reason: reason, on: self)
    return .end
  }
}
