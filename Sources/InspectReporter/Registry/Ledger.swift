/// Things in the order of their numbers, which only ever ascend; ended ones leave.
///
/// Adding and removing take constant time on average, finding is a binary search.
struct Ledger<Element> {
  private var numbers: [UInt32] = []
  private var elements: [Element?] = []
  /// How many there are.
  private(set) var count = 0
  /// Places that it takes, empty ones included.
  var places: Int { elements.count }

  /// Adds one whose number is larger than any before.
  mutating func append(_ element: Element, number: UInt32) {
    numbers.append(number)
    elements.append(element)
    count += 1
  }

  /// The one of that number; nil where it is not there any more.
  subscript(number: UInt32) -> Element? {
    get { place(of: number).flatMap { elements[$0] } }
    set {
      if let place = place(of: number), elements[place] != nil {
        elements[place] = newValue
        if newValue == nil { left() }
      }
    }
  }

  /// Takes one out and returns it; nil where it is not there any more.
  @discardableResult
  mutating func remove(_ number: UInt32) -> Element? {
    guard let place = place(of: number), let element = elements[place] else { return nil }
    elements[place] = nil
    left()
    return element
  }

  /// The next few whose numbers are larger, in order.
  func following(_ number: UInt32, atMost limit: Int) -> [(number: UInt32, element: Element)] {
    var found: [(number: UInt32, element: Element)] = []
    var place = firstPlace(after: number)
    while place < elements.count, found.count < limit {
      if let element = elements[place] { found.append((numbers[place], element)) }
      place += 1
    }
    return found
  }

  /// Whether there is one with a larger number.
  func hasOne(following number: UInt32) -> Bool { first(following: number) != nil }

  /// The smallest number that is larger; nil where there is none.
  func first(following number: UInt32) -> UInt32? {
    elements[firstPlace(after: number)...].firstIndex { $0 != nil }.map { numbers[$0] }
  }

  /// A number that none of those that are there exceeds.
  var last: UInt32 { numbers.last ?? 0 }

  private mutating func left() {
    count -= 1
    // Half of the places empty: as many steps as there were removals since the last time.
    guard elements.count > 32, count < elements.count / 2 else { return }
    var kept = Ledger()
    for (number, element) in zip(numbers, elements) {
      if let element { kept.append(element, number: number) }
    }
    self = kept
  }

  private func place(of number: UInt32) -> Int? {
    let place = firstPlace(after: number) - 1
    return place >= 0 && numbers[place] == number ? place : nil
  }

  private func firstPlace(after number: UInt32) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
