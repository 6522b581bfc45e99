/// Slots found by a number that is mostly consecutive: identifiers of one instance.
///
/// Numbers that lie close together are found by an array, the others by a dictionary, so that a
/// reporter that counts from 1 costs four bytes a slot and a hostile one no more than a dictionary.
struct SlotTable<Slot: NumberedSlot>: Sendable {
  /// Every slot, in no order that means anything; changed in place, never added or removed by hand.
  var slots: [Slot] = []
  // Slot index plus one by number; 0 where there is none.
  private var near: [UInt32] = []
  private var far: [UInt64: UInt32] = [:]

  /// How many slots there are.
  var count: Int { slots.count }

  /// The index of a number's slot, good until the next insertion or removal.
  @inline(__always)
  func index(of number: UInt64) -> Int? {
    if number < UInt64(near.count) {
      let entry = near[Int(truncatingIfNeeded: number)]
      return entry == 0 ? nil : Int(entry &- 1)
    }
    return far.isEmpty ? nil : far[number].map { Int($0 &- 1) }
  }

  /// The slot of a number.
  subscript(number: UInt64) -> Slot? { index(of: number).map { slots[$0] } }

  /// Adds a slot whose number has none yet; its index.
  mutating func insert(_ slot: Slot) -> Int {
    let index = slots.count
    slots.append(slot)
    widen(to: slot.number)
    setIndex(index, of: slot.number)
    return index
  }

  /// Removes the slot of a number; what it held.
  mutating func remove(_ number: UInt64) -> Slot? {
    guard let index = index(of: number) else { return nil }
    let removed = slots[index]
    setIndex(nil, of: number)
    let last = slots.removeLast()
    if index < slots.count {
      slots[index] = last
      setIndex(index, of: last.number)
    }
    if slots.isEmpty { self = SlotTable() }
    return removed
  }

  private mutating func setIndex(_ index: Int?, of number: UInt64) {
    let entry = index.map { UInt32(truncatingIfNeeded: $0) &+ 1 }
    if number < UInt64(near.count) {
      near[Int(truncatingIfNeeded: number)] = entry ?? 0
    } else {
      far[number] = entry
    }
  }

  // The array grows only while at least a third of it would be used.
  private mutating func widen(to number: UInt64) {
    let bound = UInt64(slots.count) * 3 + 1_024
    guard number >= UInt64(near.count), number < bound else { return }
    let length = max(Int(truncatingIfNeeded: number) + 1, min(near.count * 2, Int(bound)))
    near.append(contentsOf: repeatElement(0, count: length - near.count))
    guard !far.isEmpty else { return }
    for (number, entry) in far where number < UInt64(length) {
      near[Int(truncatingIfNeeded: number)] = entry
      far[number] = nil
    }
  }
}

/// Something that a table finds by its number.
protocol NumberedSlot: Hashable, Sendable {
  /// The number; never changes.
  var number: UInt64 { get }
}

// MARK: Equality

extension SlotTable: Equatable {
  /// Compares slots by number, not by order.
  static func == (one: Self, other: Self) -> Bool {
    one.count == other.count && one.slots.allSatisfy { other[$0.number] == $0 }
  }
}
