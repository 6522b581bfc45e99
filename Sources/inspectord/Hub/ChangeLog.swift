internal import InspectWire

/// The things of a graph in the order of their last change, once for all observers.
///
/// An observer needs to remember only how far it has been told: what changed since stands behind
/// that in the list, each thing once, whatever happened to it meanwhile. So a slow observer costs no
/// memory, and a change is noted once however many watch.
///
/// There are two orders: of what is declared (scopes, nodes, bindings, edges, ends) and of statuses,
/// which change far more often. A thing has one place in memory for as long as it is known.
struct ChangeLog {
  /// The two orders.
  enum Order: Int, CaseIterable {
    case declared, status
  }

  /// A thing with its place in each order.
  struct Entry {
    var subject: Subject
    /// False for a place that waits to be used again.
    fileprivate var isKnown = true
    /// Colour of a binding; nil for other things, and for a binding that is not declared.
    var colour: Colour?
    fileprivate var declared = Link()
    fileprivate var status = Link()

    func stamp(_ order: Order) -> UInt64 { order == .declared ? declared.stamp : status.stamp }
  }

  fileprivate struct Link {
    /// When it changed last; 0 where it is not in the order.
    var stamp: UInt64 = 0
    var previous: Int32 = -1
    var next: Int32 = -1
  }

  private var entries: [Entry] = []
  private var free: [Int32] = []
  private var indexes = [NumberIndex](repeating: NumberIndex(), count: 3)
  private var heads: [Int32] = [-1, -1]
  private var tails: [Int32] = [-1, -1]

  /// How many places there are, free ones included.
  var placeCount: Int { entries.count }

  /// The thing at a place; nil where the place is free.
  subscript(place: Int) -> Entry? { entries[place].isKnown ? entries[place] : nil }

  /// The place of a thing; nil where it is not known.
  func place(of subject: Subject) -> Int? {
    let (kind, number) = Self.key(subject)
    return indexes[kind][number].map(Int.init)
  }

  /// The stamp of the newest change in an order; 0 where there was none.
  func newest(_ order: Order) -> UInt64 {
    let tail = tails[order.rawValue]
    return tail < 0 ? 0 : stamp(tail, order)
  }

  // MARK: Noting

  /// Notes that a thing changed; stamps only ever grow.
  mutating func note(_ subject: Subject, _ order: Order, stamp: UInt64, colour: Colour?) {
    let place = place(of: subject).map { Int32($0) } ?? insert(subject)
    entries[Int(place)].colour = colour
    unlink(place, order)
    link(place, order, stamp)
  }

  /// Takes a thing out.
  mutating func remove(_ subject: Subject) {
    guard let place = place(of: subject).map({ Int32($0) }) else { return }
    for order in Order.allCases { unlink(place, order) }
    let (kind, number) = Self.key(subject)
    indexes[kind][number] = nil
    entries[Int(place)].isKnown = false
    free.append(place)
  }

  // MARK: Reading

  /// Place of the oldest change after a stamp; nil where there is none.
  ///
  /// - Parameter hint: Place of the change that was read last. While that thing has not changed
  ///   again this takes no time; else the newer changes are walked over.
  func first(after stamp: UInt64, _ order: Order, hint: Int) -> Int? {
    guard newest(order) > stamp else { return nil }
    if stamp > 0, entries.indices.contains(hint) {
      let link = link(Int32(hint), order)
      if link.stamp == stamp { return link.next < 0 ? nil : Int(link.next) }
    }
    let head = heads[order.rawValue]
    if self.stamp(head, order) > stamp { return Int(head) }
    var place = tails[order.rawValue]
    while true {
      let previous = link(place, order).previous
      guard previous >= 0, self.stamp(previous, order) > stamp else { return Int(place) }
      place = previous
    }
  }

  // MARK: Lists

  private func link(_ place: Int32, _ order: Order) -> Link {
    order == .declared ? entries[Int(place)].declared : entries[Int(place)].status
  }

  private func stamp(_ place: Int32, _ order: Order) -> UInt64 { link(place, order).stamp }

  private mutating func change(_ place: Int32, _ order: Order, _ body: (inout Link) -> Void) {
    guard place >= 0 else { return }
    switch order {
    case .declared: body(&entries[Int(place)].declared)
    case .status: body(&entries[Int(place)].status)
    }
  }

  private mutating func unlink(_ place: Int32, _ order: Order) {
    let old = link(place, order)
    guard old.stamp > 0 else { return }
    if old.previous >= 0 {
      change(old.previous, order) { $0.next = old.next }
    } else {
      heads[order.rawValue] = old.next
    }
    if old.next >= 0 {
      change(old.next, order) { $0.previous = old.previous }
    } else {
      tails[order.rawValue] = old.previous
    }
    change(place, order) { $0 = Link() }
  }

  private mutating func link(_ place: Int32, _ order: Order, _ stamp: UInt64) {
    let tail = tails[order.rawValue]
    change(place, order) { $0 = Link(stamp: stamp, previous: tail, next: -1) }
    if tail >= 0 {
      change(tail, order) { $0.next = place }
    } else {
      heads[order.rawValue] = place
    }
    tails[order.rawValue] = place
  }

  private mutating func insert(_ subject: Subject) -> Int32 {
    let place: Int32
    if let old = free.popLast() {
      place = old
      entries[Int(place)] = Entry(subject: subject)
    } else {
      place = Int32(truncatingIfNeeded: entries.count)
      entries.append(Entry(subject: subject))
    }
    let (kind, number) = Self.key(subject)
    indexes[kind][number] = place
    return place
  }

  private static func key(_ subject: Subject) -> (kind: Int, number: UInt64) {
    switch subject {
    case .scope(let id): (0, id.rawValue)
    case .node(let id): (1, id.rawValue)
    case .binding(let id): (2, id.rawValue)
    }
  }
}
