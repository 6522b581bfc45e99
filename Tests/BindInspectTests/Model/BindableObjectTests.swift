import Testing

@testable import BindInspect

@Suite struct BindableObjects {
  @Test(arguments: ["name", "secretNumber", "salary", "manager", "reports", "seniority"])
  func `a property is found by its name, inherited and private ones too`(_ name: String) {
    #expect(Employee().property(named: name)?.name == name)
  }

  @Test(arguments: ["note", "title", "_name", "", "salary "])
  func `what is no bound property is not found`(_ name: String) {
    #expect(Employee().property(named: name) == nil)
  }

  @Test func `the property found by name is that of the object`() {
    let employee = Employee()
    #expect(employee.property(named: "salary") === employee.$salary)
    #expect(employee.property(named: "name") === employee.$name)
    #expect(employee.property(named: "secretNumber") === employee.hidden)
  }

  @Test func `a property tells its type while the value is nil`() {
    #expect(Employee().property(named: "manager")?.declaredType == Employee?.self)
  }

  @Test func `a value is read and written by name`() {
    let employee = Employee()
    #expect(employee.property(named: "salary")?.anyValue as? Int == 1_000)
    #expect(employee.property(named: "salary")?.set(any: 2) == true)
    #expect(employee.salary == 2)
  }

  @Test func `an optional without value reads as nil`() {
    #expect(Employee().property(named: "seniority")?.anyValue == nil)
  }

  @Test func `nil is written where the type is optional`() {
    let employee = Employee()
    employee.seniority = 3
    #expect(employee.$seniority.set(any: nil))
    #expect(employee.seniority == nil)
    #expect(!employee.$salary.set(any: nil))
  }

  @Test func `a value of another type is refused and not converted`() {
    let employee = Employee()
    #expect(!employee.$salary.set(any: "much"))
    #expect(employee.salary == 1_000)
  }

  @Test func `a change is observed by name until the follower ends`() {
    let employee = Employee()
    var seen: [Int] = []
    let follower = employee.property(named: "salary")?.observe { seen.append(employee.salary) }
    employee.salary = 5
    employee.salary = 5
    follower?.end()
    employee.salary = 6
    #expect(seen == [5])
  }

  @Test func `the dollar form tells owner and name`() {
    let employee = Employee()
    #expect(employee.$name.name == "name")
    #expect(employee.$name.ownerName == "Employee")
  }

  @Test func `another object in place of an equal one is a change`() {
    final class Twin: BindableObject {
      static func == (_: Twin, _: Twin) -> Bool { true }
    }
    final class Owner: BindableObject {
      @Bound var twin: Twin?
    }
    let owner = Owner()
    var changes = 0
    owner.$twin.observe { changes += 1 }
    let first = Twin()
    owner.twin = first
    owner.twin = first
    owner.twin = Twin()
    #expect(changes == 2)
  }
}
