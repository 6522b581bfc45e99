import Testing

@testable import BindInspect

@Suite struct ValueTypes {
  struct Row: CustomTestStringConvertible, Sendable {
    let type: any Any.Type
    let kind: ValueType.Kind
    let name: String
    var testDescription: String { name }
  }

  static let rows = [
    Row(type: Int.self, kind: .plain, name: "Int"),
    Row(type: String?.self, kind: .plain, name: "String?"),
    Row(type: [Int].self, kind: .plain, name: "[Int]"),
    Row(type: Employee?.self, kind: .object, name: "Employee?"),
    Row(type: [Employee].self, kind: .objects, name: "[Employee]"),
    Row(type: Any.self, kind: .open, name: "Any"),
    Row(type: (any Error).self, kind: .open, name: "Error"),
    Row(type: AnyHashable.self, kind: .open, name: "AnyHashable"),
    Row(type: ((Int) -> Void).self, kind: .unsupported, name: "(Int) -> ()"),
    Row(type: (() -> Void)?.self, kind: .unsupported, name: "() -> ()?"),
    Row(type: OpaquePointer?.self, kind: .unsupported, name: "OpaquePointer?"),
    Row(type: UnsafePointer<Int>.self, kind: .unsupported, name: "UnsafePointer<Int>"),
    Row(type: Int.Type.self, kind: .unsupported, name: "Int.Type"),
  ]

  @Test(arguments: rows) func `a type tells what can be done with its values`(_ row: Row) {
    #expect(ValueType(of: row.type).kind == row.kind)
    #expect(typeName(row.type) == row.name)
  }

  @Test func `an optional is told from what it wraps`() {
    let type = ValueType(of: Int?.self)
    #expect(type.isOptional)
    #expect(ObjectIdentifier(type.wrapped) == ObjectIdentifier(Int.self))
    #expect(!ValueType(of: Int.self).isOptional)
  }
}
