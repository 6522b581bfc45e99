internal import InspectWire

/// What pages in a browser are let in by: passes, each good once, and tokens of their own.
///
/// The daemon's own token never gets into a page, its address or its history; what does is worthless
/// after its use.
struct PagePasses {
  private struct Pass {
    let secret: Token
    let until: Moment
  }

  private var passes: [Pass] = []
  private var tokens: [Token] = []

  /// Keeps a pass that is to be shown to a page; of too many the oldest is good no more.
  mutating func add(_ pass: Token, now: Moment) {
    passes.removeAll { $0.until <= now }
    if passes.count >= HubLimits.passes { passes.removeFirst() }
    passes.append(Pass(secret: pass, until: now.plus(HubLimits.passLife)))
  }

  /// Takes a pass back, so that it is good no more; true if it was.
  mutating func redeem(_ pass: String, now: Moment) -> Bool {
    passes.removeAll { $0.until <= now }
    let before = passes.count
    // All are compared, whichever it is.
    passes.removeAll { $0.secret.matches(pass) }
    return passes.count < before
  }

  /// Keeps the token of a page; of too many the oldest is good no more.
  mutating func admit(_ token: Token) {
    if tokens.count >= HubLimits.pageTokens { tokens.removeFirst() }
    tokens.append(token)
  }

  /// Whether a page was given that token.
  func knows(_ token: String?) -> Bool {
    tokens.map { $0.matches(token) }.contains(true)
  }
}
