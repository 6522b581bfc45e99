import Testing

@testable import BindInspect

@Suite struct GrowingTables {
  @Test func `a value is made once for each key`() {
    let table = GrowingTable<Int, String>()
    var made = 0
    for key in (0..<2_000).map({ $0 % 700 }) {
      let value = table.value(of: key) {
        made += 1
        return "\(key)"
      }
      #expect(value == "\(key)")
    }
    #expect(made == 700)
  }

  @Test func `a key that was never made has no value`() {
    #expect(GrowingTable<Int, String>().value(of: 1) == nil)
  }

  @Test func `threads that meet at a key see the same value`() async {
    final class Box: Sendable {}
    let table = GrowingTable<Int, Box>()
    let boxes = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).map { key in ObjectIdentifier(table.value(of: key) { Box() }) }
        }
      }
      return await group.reduce(into: [[ObjectIdentifier]]()) { $0.append($1) }
    }
    #expect(boxes.allSatisfy { $0 == boxes[0] })
  }
}
