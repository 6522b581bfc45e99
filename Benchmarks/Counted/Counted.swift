import BindInspect
import InspectWire

/// One way of a change, so many times; `tools/costs` runs it under callgrind and compares the number of
/// instructions with what it was.
///
/// Usage: Counted NAME TIMES. Everything runs on one thread and without a daemon, so that the number
/// depends on the code alone.
@main
enum Counted {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3, let times = Int(words[2]), let way = ways[words[1]] else {
      print("usage: Counted NAME TIMES; names: \(ways.keys.sorted().joined(separator: " "))")
      return
    }
    way(times)
  }

  static let ways: [String: @Sendable (Int) -> Void] = [
    "bare-closure": { update(Plain().model, times: $0) },
    "typed-update-none": { Typed(.none).update($0) },
    "typed-update-off": { Typed(.off).update($0) },
    "typed-update-armed": { Typed(.armed).update($0) },
    "key-path-update-armed": { Named().update($0) },
    "typed-update-failing": { Failing().update($0) },
    "change-of-colour": { Colours().change($0) },
    "first-verification": { Named.verify($0) },
    "encode-status": { Batches(of: $0).encode() },
    "decode-and-fold-status": { Batches(of: $0).fold() },
  ]
}
