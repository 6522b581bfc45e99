/// Follows the chain of one stream: whether each message joins on to the one before it.
///
/// State that was merged is not lost: a link may span many revisions. What does not join is a gap,
/// and the reader says from where to ask again.
package struct ChainReader: Hashable, Sendable {
  /// Where the stream has been read to; with it the stream can be resumed. Nil before its first link.
  package private(set) var cursor: Cursor?

  /// Starts where an earlier stream was left, or at the beginning.
  package init(resuming cursor: Cursor? = nil) { self.cursor = cursor }

  /// How a link stands to the one before it.
  package enum Verdict: Hashable, Sendable {
    /// The first of a chain: what came before no longer counts.
    case begins
    /// Joins on to the one before.
    case joins
    /// Does not join. What lies between is lost to this reader, which stays where it was.
    case gap(Gap)
  }

  /// A place where a chain does not join.
  package struct Gap: Hashable, Sendable {
    /// What the reader had read; nil where a chain does not start at its beginning.
    package var after: Cursor?
    /// The link that came.
    package var found: ChainLink

    /// Takes both as they are.
    package init(after: Cursor?, found: ChainLink) {
      self.after = after
      self.found = found
    }

    /// Why it does not join, as a few words for people.
    package var text: String {
      guard let after else { return "the stream began at revision \(found.from)" }
      guard after.run == found.run else { return "the daemon was started anew" }
      return "revisions \(after.revision) to \(found.from) are missing"
    }
  }

  /// Takes the link of the next message on the stream.
  package mutating func read(_ link: ChainLink) -> Verdict {
    let verdict = verdict(on: link)
    if case .gap = verdict { return verdict }
    cursor = Cursor(run: link.run, revision: link.to)
    return verdict
  }

  private func verdict(on link: ChainLink) -> Verdict {
    let gap = Verdict.gap(Gap(after: cursor, found: link))
    guard link.from <= link.to else { return gap }
    if link.from == 0 { return cursor?.revision == 0 && cursor?.run == link.run ? .joins : .begins }
    guard let cursor, cursor.run == link.run, cursor.revision == link.from else { return gap }
    return .joins
  }
}
