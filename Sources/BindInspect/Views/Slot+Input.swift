internal import CInspectSystem
private import InspectReporter

extension Slot {
  /// Takes what the user entered, and carries it to where the slot's value comes from.
  func enter(_ value: Any?, from place: WritePlace) throws(InputError) {
    guard takesInput else { try refuse(.inputNotSupported(property.label)) }
    let wave = Wave(from: place)
    if property.write(any: value ?? empty, on: wave) == .wrongType {
      try refuse(.inputType(value, property.label, expected: property.declaredType))
    }
    // Also where the text is the same as before: it may have been refused then.
    try InputError.throwing(property.assignedFromOutside(on: wave))
  }

  private func refuse(_ reason: Reason) throws(InputError) -> Never {
    for binding in property.writers { _ = binding.note([reason]) }
    throw InputError(reasons: [reason])
  }
}
