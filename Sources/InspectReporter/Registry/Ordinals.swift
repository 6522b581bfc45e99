/// Counts equal names, so that each gets a suffix of its own in constant time.
///
/// Names are remembered by their hash: should two ever collide, one of them starts at `#2`, and
/// both stay unique, since the suffix is appended to the name itself.
struct Ordinals {
  private struct Count {
    var last: UInt32 = 0
    var live: UInt32 = 0
  }

  private var counts: [Int: Count] = [:]
  private var idle = 0

  /// Names that are remembered.
  var size: Int { counts.count }

  /// Number of the next thing of this name, from 1; never one that lives now.
  mutating func take(_ name: String) -> UInt32 { take(hash: name.hashValue) }

  /// The same by the name's hash.
  mutating func take(hash: Int) -> UInt32 {
    var count = counts[hash] ?? Count()
    if count.last > 0, count.live == 0 { idle -= 1 }
    count.last &+= 1
    count.live &+= 1
    counts[hash] = count
    return count.last
  }

  /// Gives one back: when none lives, the name may be forgotten and start at 1 again.
  mutating func give(_ name: String) { give(hash: name.hashValue) }

  /// The same by the name's hash.
  mutating func give(hash: Int) {
    guard var count = counts[hash], count.live > 0 else { return }
    count.live -= 1
    counts[hash] = count
    guard count.live == 0 else { return }
    idle += 1
    if idle > ReporterLimits.idleNames {
      counts = counts.filter { $0.value.live > 0 }
      idle = 0
    }
  }

  /// The unique form of a name: itself for the first, `name#k` for the k-th.
  ///
  /// A name that itself ends like one always gets a suffix, so no two ever agree.
  static func unique(_ name: String, _ ordinal: UInt32) -> String {
    ordinal == 1 && suffixStart(of: name) == nil ? name : "\(name)#\(ordinal)"
  }

  /// The name that a unique form was made from.
  static func base(of unique: String) -> String {
    suffixStart(of: unique).map { String(unique[..<$0]) } ?? unique
  }

  private static func suffixStart(of name: String) -> String.Index? {
    let utf8 = name.utf8
    guard let last = utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let digits = utf8[utf8.index(after: last)...]
    let isNumber =
      !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isNumber ? last : nil
  }
}
