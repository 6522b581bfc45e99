/// Elements in the order of their coming; taking the first takes constant time on average.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  init(_ elements: [Element] = []) { self.elements = elements }

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[head] }

  /// The element at a place, counted from the first.
  subscript(place: Int) -> Element? { elements[head + place] }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Puts back what was taken as the first.
  mutating func prepend(_ element: Element) {
    if head > 0 {
      head -= 1
      elements[head] = element
    } else {
      elements.insert(element, at: 0)
    }
  }

  mutating func append(contentsOf more: some Sequence<Element>) {
    for element in more { elements.append(element) }
  }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head > 32, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() { (elements, head) = ([], 0) }

  /// The elements, the first first.
  var contents: some Sequence<Element> { elements[head...].lazy.compactMap(\.self) }
}
