import BindInspect

/// The reference: a property that calls a closure, which sets the text.
final class PlainModel {
  var salary = 0 { didSet { onChange?(salary) } }
  var onChange: ((Int) -> Void)?
}

final class PlainLabel {
  var text = ""
}

/// The same as a user of the library writes it.
final class Model {
  @Bound var salary = 0
}

final class Label {
  @Bound var text = ""
}

// Each value differs from the one before; up to five digits, so the text stays inside the String.

@inline(never)
func update(_ model: PlainModel, times: Int) {
  for number in 0..<times { model.salary = number & 0xffff }
}

@inline(never)
func update(_ model: Model, times: Int) {
  for number in 0..<times { model.salary = number & 0xffff }
}
