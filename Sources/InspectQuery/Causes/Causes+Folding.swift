package import InspectWire

extension Causes {
  /// Folds all that is red or yellow in a model to its causes; linear in the graph.
  package init(of model: GraphModel, _ facts: QueryFacts) {
    self.init(CauseFolding(DependencyGraph(model), model, facts))
  }

  private init(_ folding: CauseFolding) {
    self.init(failing: UInt64(folding.failing))
    var count = CauseCount(folding)
    count.run()
    total = UInt64(count.causes.count)
    followers = count.followers
    isCut = count.sets.isCut
    let order = count.causes.indices.sorted { one, other in
      let (one, other) = (count.causes[one], count.causes[other])
      return one.followers == other.followers
        ? folding.isBefore(one.leader, other.leader) : one.followers > other.followers
    }
    var rank = [Int](repeating: 0, count: order.count)
    for (place, cause) in order.enumerated() { rank[cause] = place }
    causes = order.prefix(QueryLimits.causesTold).map { count.cause($0) }
    shared = count.shared(rank: rank)
  }
}

/// Counts followers: each place has a set of causes, made from those of the places that explain it.
private struct CauseCount {
  /// A cause under way.
  struct Tally {
    var leader: Int
    var places: [Int]
    var followers: UInt64 = 0
    var examples: [BindingID] = []
  }

  /// Followers of one set of causes.
  struct Group {
    var followers: UInt64 = 0
    /// The component through which all of it comes; −1 where there is none.
    var through: Int32?
  }

  let folding: CauseFolding
  var causes: [Tally] = []
  var sets = CauseSets()
  /// All followers, each once.
  var followers: UInt64 = 0
  private var groups: [Int: Group] = [:]
  private var placesIn: [[Int]] = []

  init(_ folding: CauseFolding) {
    self.folding = folding
    placesIn = [[Int]](repeating: [], count: folding.components.count)
    for place in folding.placesByLeader {
      placesIn[Int(folding.components.of[place])].append(place)
    }
  }

  mutating func run() {
    let count = placesIn.count
    var setOf = [Int](repeating: 0, count: count)
    // The first component after the causes through which everything comes: a dominator.
    var top = [Int32](repeating: -1, count: count)
    let roots = folding.roots
    for component in 0..<count {
      let own = Int32(truncatingIfNeeded: component)
      if roots[component] {
        setOf[component] = sets.single(causes.count)
        top[component] = own
        begin(component)
        continue
      }
      var set: Int?
      var through: Int32?
      for place in placesIn[component] {
        for other in folding.explaining.successors(of: place) {
          let other = folding.components.of[Int(other)]
          guard other != own else { continue }
          set = set.map { sets.union($0, setOf[Int(other)]) } ?? setOf[Int(other)]
          through = through.map { $0 == top[Int(other)] ? $0 : own } ?? top[Int(other)]
        }
      }
      setOf[component] = set ?? 0
      top[component] = through ?? own
      follow(component, set ?? 0, top[component])
    }
    for (set, group) in groups {
      for cause in sets[set] { causes[cause].followers += group.followers }
    }
  }

  private mutating func begin(_ component: Int) {
    let places = placesIn[component]
    var tally = Tally(leader: folding.places[places[0]].members[0], places: places)
    // Those that fail at one place hang on it; a binding by itself, or a loop, is the cause.
    if places.count == 1, folding.places[places[0]].kind == .place {
      tally.followers = UInt64(folding.places[places[0]].members.count)
    }
    followers += tally.followers
    causes.append(tally)
  }

  private mutating func follow(_ component: Int, _ set: Int, _ through: Int32) {
    let members = placesIn[component].reduce(0) { $0 + folding.places[$1].members.count }
    followers += UInt64(members)
    var group = groups[set] ?? Group()
    group.followers += UInt64(members)
    group.through = group.through.map { $0 == through ? $0 : -1 } ?? through
    groups[set] = group
    guard let leader = placesIn[component].first.map({ folding.places[$0].members[0] }) else {
      return
    }
    for cause in sets[set] where causes[cause].examples.count < QueryLimits.examples {
      causes[cause].examples.append(folding.graph.ids[leader])
    }
  }

  /// A cause as it is told.
  func cause(_ number: Int) -> Cause {
    let tally = causes[number]
    let first = folding.places[tally.places[0]]
    let kind = tally.places.count > 1 ? .circle : first.kind
    let anatomy = kind == .loop ? LoopAnatomy.Ordered(first.loop, in: folding) : nil
    let members = anatomy?.order ?? tally.places.flatMap { folding.places[$0].members }
    var cause = Cause(
      kind: kind, text: "", binding: folding.graph.ids[tally.leader],
      members: members.prefix(QueryLimits.membersTold).map { folding.graph.ids[$0] },
      memberCount: UInt64(members.count), followers: tally.followers, examples: tally.examples,
      loop: anatomy?.told)
    cause.text = cause.sentence
    return cause
  }

  /// The groups with several causes, by the ranks of these.
  func shared(rank: [Int]) -> [SharedFollowers] {
    let all = groups.filter { sets[$0.key].count > 1 }.map { set, group in
      SharedFollowers(
        causes: sets[set].map { UInt64(rank[$0]) }.sorted(), followers: group.followers,
        through: group.through.flatMap { through in
          through < 0
            ? nil : folding.graph.ids[folding.places[placesIn[Int(through)][0]].members[0]]
        })
    }
    let sorted = all.sorted { one, other in
      one.followers == other.followers
        ? one.causes.lexicographicallyPrecedes(other.causes) : one.followers > other.followers
    }
    return Array(sorted.prefix(QueryLimits.sharedTold))
  }
}

/// Sets of causes, each kept once, so that many followers of the same causes cost nothing.
private struct CauseSets {
  private var lists: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  private var unions: [Pair: Int] = [:]
  /// Whether a set had to be cut.
  private(set) var isCut = false

  private struct Pair: Hashable {
    let one: Int
    let other: Int
  }

  subscript(set: Int) -> [Int] { lists.indices.contains(set) ? lists[set] : [] }

  mutating func single(_ cause: Int) -> Int { number([cause]) }

  mutating func union(_ one: Int, _ other: Int) -> Int {
    if one == other { return one }
    let pair = Pair(one: min(one, other), other: max(one, other))
    if let known = unions[pair] { return known }
    let all = Set(lists[one]).union(lists[other]).sorted()
    if all.count > QueryLimits.causesPerFollower { isCut = true }
    let union = number(Array(all.prefix(QueryLimits.causesPerFollower)))
    unions[pair] = union
    return union
  }

  private mutating func number(_ list: [Int]) -> Int {
    if let known = numbers[list] { return known }
    numbers[list] = lists.count
    lists.append(list)
    return lists.count - 1
  }
}
