private import Synchronization

/// A table that only grows, read and filled by any thread without a lock.
///
/// For what is found out once and stays true: there are as many entries as classes in a program.
/// Two threads that meet at a new key both make a value; all see the one that came first.
final class GrowingTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private final class Entry: Sendable {
    let key: Key
    let value: Value
    let next = Link()

    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  private final class Link: Sendable {
    private let reference = AtomicLazyReference<Entry>()

    var entry: Entry? { reference.load() }

    func storeIfNil(_ entry: Entry) -> Entry { reference.storeIfNil(entry) }
  }

  // A power of two, so that a bucket is a mask away.
  private let buckets: [Link] = (0..<256).map { _ in Link() }

  /// The value of a key; made if there is none.
  func value(of key: Key, make: () -> Value) -> Value {
    var link = buckets[key.hashValue & 255]
    while let entry = link.entry {
      if entry.key == key { return entry.value }
      link = entry.next
    }
    let made = Entry(key: key, value: make())
    while true {
      let first = link.storeIfNil(made)
      if first.key == key { return first.value }
      link = first.next
    }
  }

  /// The value of a key; nil where there is none.
  func value(of key: Key) -> Value? {
    var entry = buckets[key.hashValue & 255].entry
    while let visited = entry {
      if visited.key == key { return visited.value }
      entry = visited.next.entry
    }
    return nil
  }
}
