/// Places by numbers that are mostly consecutive: identifiers of one instance.
///
/// Numbers that lie close together are found by an array, the others by a dictionary, so that a
/// reporter that counts from 1 costs four bytes a number and a hostile one no more than a dictionary.
struct NumberIndex {
  // Place plus one; 0 where there is none.
  private var near: [UInt32] = []
  private var far: [UInt64: UInt32] = [:]
  private var count = 0

  /// The place of a number; nil where it has none.
  subscript(number: UInt64) -> Int32? {
    get {
      if number < UInt64(near.count) {
        let entry = near[Int(truncatingIfNeeded: number)]
        return entry == 0 ? nil : Int32(bitPattern: entry &- 1)
      }
      return far.isEmpty ? nil : far[number].map { Int32(bitPattern: $0 &- 1) }
    }
    set {
      let old = self[number]
      if let newValue {
        if old == nil {
          count += 1
          widen(to: number)
        }
        set(UInt32(bitPattern: newValue) &+ 1, at: number)
      } else if old != nil {
        count -= 1
        set(nil, at: number)
      }
    }
  }

  private mutating func set(_ entry: UInt32?, at number: UInt64) {
    if number < UInt64(near.count) {
      near[Int(truncatingIfNeeded: number)] = entry ?? 0
    } else {
      far[number] = entry
    }
  }

  // The array grows only while at least a third of it would be used.
  private mutating func widen(to number: UInt64) {
    let bound = UInt64(count) * 3 + 1_024
    guard number >= UInt64(near.count), number < bound else { return }
    let length = max(Int(truncatingIfNeeded: number) + 1, min(near.count * 2, Int(bound)))
    near.append(contentsOf: repeatElement(0, count: length - near.count))
    for (number, entry) in far where number < UInt64(length) {
      near[Int(truncatingIfNeeded: number)] = entry
      far[number] = nil
    }
  }
}
