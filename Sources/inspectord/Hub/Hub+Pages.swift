internal import InspectWire

extension Hub {
  /// Whether a peer has shown what its way in asks for; a page's pass is used up by it.
  mutating func admits(_ id: PeerID, _ hello: Hello, _ origin: PeerOrigin, _ now: Instant) -> Bool {
    switch origin {
    case .unix, .dialled: return true
    case .loopback: return settings.token?.matches(hello.token) == true
    case .page:
      if let pass = hello.pass {
        guard pages.redeem(pass, now: now.moment), let token = settings.drawToken() else {
          return false
        }
        pages.admit(token)
        peers[id]?.pageToken = token.text
        return true
      }
      return pages.knows(hello.token)
    }
  }

  /// Gives out a pass for one page.
  mutating func givePass(_ id: PeerID, _ request: PassRequest, _ now: Instant) {
    if case .page? = peers[id]?.origin {
      let failure = Failure(
        id: request.id, code: .notAllowed, text: "a page lets no other page in",
        remedy: "open it from a terminal")
      say(.error(failure), to: id, now)
      return
    }
    guard let pass = settings.drawToken() else {
      let failure = Failure(
        id: request.id, code: .unsupported, text: "no page is served here",
        remedy: "start the daemon with a port")
      say(.error(failure), to: id, now)
      return
    }
    pages.add(pass, now: now.moment)
    say(.result(Answer(id: request.id, content: .pass(pass.text))), to: id, now)
  }
}
