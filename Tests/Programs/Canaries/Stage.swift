internal import BindInspect

/// The window, its labels, and what is done to them again and again.
final class Stage {
  let window = Scope("window", isBoundary: true)
  private var labels: [Label] = []
  private var turns: [(Bool) -> Void] = []

  /// Makes everything sound, or fail as it did.
  func turn(isSound: Bool) { for turn in turns { turn(isSound) } }

  /// Makes something sound, then has it fail; also later.
  func inTurns(_ turn: @escaping (_ isSound: Bool) -> Void) {
    turns.append(turn)
    turn(true)
    turn(false)
  }

  func label(_ name: String) -> Label {
    let label = Label(in: window, name: name)
    labels.append(label)
    return label
  }

  /// Binds a property so that a value of it fails: the reason tells the input.
  func fail<Value: Equatable>(
    _ name: String, _ property: Property<Value>, with value: Value, saying text: String = "no"
  ) {
    let usual = property.value
    bind(
      property, to: label(name).$text,
      through: { (new: Value) throws(Refusal) in
        if new == value { throw Refusal(description: text) }
        return "usual"
      }, name: name)
    inTurns { property.set($0 ? usual : value) }
  }

  /// Shows a text, and then fails: the last good value is the text.
  @discardableResult
  func show(_ name: String, _ property: Property<String?>, _ text: String) -> Label {
    let label = label(name)
    bind(
      property, to: label.$text,
      through: { (new: String?) throws(Refusal) in
        guard let new else { throw Refusal(description: "nothing") }
        return new
      }, name: name)
    inTurns { property.set($0 ? text : nil) }
    return label
  }
}
