internal import InspectReporter

extension Value {
  /// A value as observers may see it, cut to a preview; nil where there is none.
  ///
  /// Made when a binding stops being sound, never per update. Of an object only its class is told:
  /// its own description is the program's code.
  ///
  /// - Parameter depth: Collections that may still be opened.
  init(previewing value: Any?, depth: Int = Limits.previewDepth) {
    guard let value else {
      self = .none
      return
    }
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .int(Int64(value))
    case let value as Double: self = .double(BitPattern(value))
    case let value as String:
      self = .string(String(value.prefix(Limits.previewCharacters)), byteCount: value.utf8.count)
    case let value as any FixedWidthInteger: self = Self.integer(value)
    case let value as any Listing: self = Self.list(value, depth)
    default:
      let isObject = type(of: value) is AnyClass
      self = .other(
        type: typeName(type(of: value)),
        description: isObject ? "" : toldText(of: value, limit: Limits.previewCharacters))
    }
  }

  private static func integer(_ value: some FixedWidthInteger) -> Value {
    if let value = Int64(exactly: value) { return .int(value) }
    if let value = UInt64(exactly: value) { return .unsigned(value) }
    return .other(type: typeName(type(of: value)), description: String(value))
  }

  // Not all elements: as values of any type those of a large array are 32 bytes each.
  private static func list(_ list: any Listing, _ depth: Int) -> Value {
    let told = depth > 0 ? list.leading(Limits.previewElements) : []
    return .array(told.map { Value(previewing: $0, depth: depth - 1) }, count: list.count)
  }
}
