internal import InspectWire
internal import Testing

@Suite struct ChainReaderTests {
  private let run = InstanceID(high: 1, low: 1)
  private let otherRun = InstanceID(high: 2, low: 2)

  private func link(_ from: UInt64, _ to: UInt64) -> ChainLink {
    ChainLink(run: run, from: from, to: to)
  }

  private func expect(
    _ verdict: ChainReader.Verdict, _ chain: inout ChainReader, _ link: ChainLink,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = chain.read(link)
    #expect(found == verdict, sourceLocation: location)
  }

  @Test func `links that join are one chain, merged ones too`() {
    var chain = ChainReader()
    expect(.begins, &chain, link(0, 5))
    expect(.joins, &chain, link(5, 5))
    expect(.joins, &chain, link(5, 900))
    #expect(chain.cursor == Cursor(run: run, revision: 900))
  }

  @Test(arguments: [(6, 7), (4, 7), (1, 5), (7, 6)] as [(UInt64, UInt64)])
  func `law 3: what does not join is a gap, and the reader stays where it was`(
    from: UInt64, to: UInt64
  ) {
    var chain = ChainReader()
    _ = chain.read(link(0, 5))
    let gap = ChainReader.Gap(after: Cursor(run: run, revision: 5), found: link(from, to))
    expect(.gap(gap), &chain, link(from, to))
    #expect(chain.cursor == Cursor(run: run, revision: 5))
    expect(.joins, &chain, link(5, 6))
  }

  @Test func `another run of the daemon is a gap`() {
    var chain = ChainReader()
    _ = chain.read(link(0, 5))
    let found = ChainLink(run: otherRun, from: 5, to: 6)
    guard case .gap(let gap) = chain.read(found) else { return #expect(Bool(false)) }
    #expect(gap.text == "the daemon was started anew")
  }

  @Test func `a stream that does not start at its beginning is a gap`() {
    var chain = ChainReader()
    guard case .gap(let gap) = chain.read(link(3, 4)) else { return #expect(Bool(false)) }
    #expect(gap.after == nil)
  }

  @Test func `a resumed stream goes on where it was left`() {
    var chain = ChainReader(resuming: Cursor(run: run, revision: 9))
    expect(.joins, &chain, link(9, 12))
  }

  @Test func `a new snapshot begins a new chain`() {
    var chain = ChainReader()
    _ = chain.read(link(0, 5))
    expect(.begins, &chain, ChainLink(run: otherRun, from: 0, to: 2))
  }

  @Test func `links that begin and end at zero still join`() {
    var chain = ChainReader()
    expect(.begins, &chain, link(0, 0))
    expect(.joins, &chain, link(0, 0))
    expect(.joins, &chain, link(0, 3))
  }
}
