private import InspectReporter
private import Synchronization

/// The place at which a binding's first open step is open, as far as others can fail there too.
///
/// Where a type or a name is declared wrongly, the fault is the binding's own and has no origin.
struct Origin: Hashable {
  /// Unique in the instance.
  ///
  /// Made of the place's number and of 32 bits of the name that was looked for there in vain: two
  /// names looked for at one place are taken for one in a case of four billion.
  let told: UInt64

  /// A property of an object: nil in mid-path, without the value that was expected, or, where a name
  /// is given, holding an object that does not answer to it.
  init(_ property: AnyProperty, missing name: String = "") {
    told = UInt64(property.failureNumber) << 33 | 1 << 32 | UInt64(Self.hash(name))
  }

  /// The scope at which the look-up of a name ended in vain.
  init(_ scope: Scope, missing name: String) {
    told = scope.id.rawValue << 33 | UInt64(Self.hash(name))
  }

  /// A number for a property that has none; from any thread.
  ///
  /// After 2^31 properties at which something failed it begins anew.
  static func nextNumber() -> UInt32 {
    let (_, number) = numbers.wrappingAdd(1, ordering: .relaxed)
    return number % (1 << 31 - 1) + 1
  }

  // FNV-1a, which is the same in every run, so that two runs can be compared.
  private static func hash(_ name: String) -> UInt32 {
    name.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

private let numbers = Atomic<UInt32>(0)
