private import Synchronization

/// A table that only grows, read and filled by any thread without a lock.
///
/// For what is found out once and stays true: there are as many entries as classes in a program.
/// Two threads that meet at a new key both make a value; all see the one that came first. Entries
/// are kept for ever, so a look-up counts no references.
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

  // Not `AtomicLazyReference`: its `load` is generic code of another module, and ten times slower.
  @safe
  private final class Link: Sendable {
    private let reference = unsafe Atomic<Unmanaged<Entry>?>(nil)

    var entry: Entry? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Stores an entry where there is none; the one that is there then.
    func storeIfNil(_ entry: Entry) -> Entry {
      let made = unsafe Unmanaged.passRetained(entry)
      let (isDone, found) = unsafe reference.compareExchange(
        expected: nil, desired: made, ordering: .acquiringAndReleasing)
      guard !isDone, let first = unsafe found else { return entry }
      unsafe made.release()
      return unsafe first.takeUnretainedValue()
    }
  }

  // A power of two, so that a bucket is a mask away.
  private let buckets: [Link] = (0..<256).map { _ in Link() }
  private let hash: @Sendable (Key) -> Int

  /// Makes an empty table.
  ///
  /// - Parameter hash: Spreads the keys; by default as a dictionary does, which is a third of a look-up.
  init(hash: @escaping @Sendable (Key) -> Int = { $0.hashValue }) { self.hash = hash }

  /// The value of a key; made if there is none.
  func value(of key: Key, make: () -> Value) -> Value {
    var link = buckets[hash(key) & 255]
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
    var entry = buckets[hash(key) & 255].entry
    while let visited = entry {
      if visited.key == key { return visited.value }
      entry = visited.next.entry
    }
    return nil
  }
}
