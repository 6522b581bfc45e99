import Testing

@testable import InspectReporter

@Suite struct Ledgers {
  @Test func `what was removed is gone and the rest is found`() {
    var ledger = Ledger<String>()
    for number in UInt32(1)...1_000 { ledger.append("\(number)", number: number) }
    for number in UInt32(1)...1_000 where number % 3 != 0 { ledger.remove(number) }
    #expect(ledger.count == 333)
    for number in UInt32(0)...1_001 {
      let isThere = number % 3 == 0 && number > 0 && number <= 1_000
      #expect(ledger[number] == (isThere ? "\(number)" : nil))
    }
  }

  @Test func `what follows a number comes in order, a few at a time`() {
    var ledger = Ledger<Int>()
    for number in 1...100 { ledger.append(number, number: UInt32(number)) }
    for number in [11, 12, 14] { ledger.remove(UInt32(number)) }
    #expect(ledger.following(10, atMost: 3).map(\.element) == [13, 15, 16])
    #expect(ledger.hasOne(following: 99))
    ledger.remove(100)
    #expect(!ledger.hasOne(following: 99))
  }

  @Test func `a removal again does nothing`() {
    var ledger = Ledger<Int>()
    ledger.append(1, number: 1)
    #expect(ledger.remove(1) == 1)
    #expect(ledger.remove(1) == nil)
    #expect(ledger.count == 0)
  }

  @Test func `memory follows what is there, not what was`() {
    var ledger = Ledger<Int>()
    for number in UInt32(1)...100_000 {
      ledger.append(0, number: number)
      if number > 10 { ledger.remove(number - 10) }
    }
    #expect(ledger.count == 10)
    #expect(ledger.places < 100)
  }
}
