internal import InspectWire

extension Parcel.Declaration {
  /// What was declared, as it travels.
  var record: BindingRecord {
    let declared = probe.declared
    let shape = declared.shape
    let isAsDeclared = source == nil && target == nil
    return BindingRecord(
      id: probe.id, scope: declared.scope == 0 ? nil : ScopeID(UInt64(declared.scope)),
      node: declared.node == 0 ? nil : NodeID(UInt64(declared.node)), name: probe.name,
      stableKey: Ordinals.unique(shape.stableKey, declared.ordinal),
      shape: isAsDeclared ? shape.told : shape.told.with(source: source, target: target))
  }
}

extension Parcel.Draft {
  /// The status, with the last write looked up.
  func record(_ places: inout WritePlaces) -> StatusRecord {
    var record = record
    record.lastWrite = places.fact(writer: writer, caller: caller)
    return record
  }
}
