import BindInspect

/// The reference: a property that calls a closure, which sets the text.
final class PlainModel {
  var salary = 0 { didSet { onChange?(salary) } }
  var onChange: ((Int) -> Void)?
}

final class PlainLabel {
  var text = ""
}

/// Eight properties, half of them shown through a transformer.
final class Person: MemberDeclaring {
  @Bound var name = "Ann"
  @Bound var title = "engineer"
  @Bound var city = "Bern"
  @Bound var note = "none"
  @Bound var salary = 1_000
  @Bound var born = 1_990
  @Bound var room = 12
  @Bound var level = 3

  static let paths: [(keyPath: String, transformer: String?)] = [
    ("name", nil), ("salary", "numberFormatter"), ("title", nil), ("born", "numberFormatter"),
    ("city", nil), ("room", "numberFormatter"), ("note", nil), ("level", "numberFormatter"),
  ]

  static var members: [Member] {
    [.typeTransformer("numberFormatter") { Transformer { (number: Int) in String(number) } }]
  }
}

/// An owner that is asked on the way and answers nothing.
final class Between: BindableObject {
  @Bound var width = 0
  @Bound var height = 0
}

final class Office: BindableObject {
  @Bound var person = Person()
}

// Each value differs from the one before; up to five digits, so the text stays inside the String.

@inline(never)
func change(_ model: PlainModel, times: Int) {
  for number in 0..<times { model.salary = number & 0xffff }
}

@inline(never)
func change(_ person: Person, times: Int) {
  for number in 0..<times { person.salary = number & 0xffff }
}
