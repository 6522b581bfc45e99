internal import InspectWire
internal import Testing

@Suite struct ReasonCatalogueTests {
  @Test func `no code stands for two reasons`() {
    #expect(Set(ReasonCatalogue.all.map(\.code)).count == ReasonCatalogue.all.count)
  }

  @Test(arguments: ReasonCatalogue.all)
  func `a sentence asks for exactly the parameters that are declared`(entry: ReasonEntry) {
    #expect(entry.template.parameters == entry.parameters.map(\.name))
  }

  @Test(arguments: HintCatalogue.all)
  func `a hint asks for exactly the parameters that are declared`(entry: HintCatalogue.Entry) {
    #expect(Set(entry.template.parameters) == Set(entry.parameters.map(\.name)))
  }

  @Test(arguments: ReasonCatalogue.all)
  func `every entry says all that its page needs`(entry: ReasonEntry) {
    #expect(!entry.summary.isEmpty && !entry.explanation.isEmpty && !entry.example.isEmpty)
    #expect(!entry.causes.isEmpty && !entry.remedies.isEmpty)
    #expect((entry.step == nil) == entry.isEvent)
  }

  @Test func `a missing transformer is told with both types`() {
    let reason = Reason(
      .transformerRequired,
      [
        Parameter("path", "birthdate"), Parameter("object", "Employee"),
        Parameter("found", "Date?"),
        Parameter("target", "Label.text"), Parameter("expected", "String"),
      ])
    #expect(
      reason.sentence
        == "“birthdate” of Employee is Date?, and Label.text takes String: a transformer is required."
    )
  }

  @Test func `a part whose parameter is missing is left out`() {
    #expect(
      Reason(.notWritable, [Parameter("path", "name")]).sentence == "“name” cannot be written.")
  }

  @Test func `a parameter that must be there and is not shows as a question mark`() {
    #expect(Reason(.transformerSyntax).sentence.hasPrefix("“?” is no name"))
  }

  @Test func `an unknown code is shown with what came with it`() {
    let reason = Reason(ReasonCode("too-new"), [Parameter("a", "1"), Parameter("b", "\u{1b}")])
    #expect(reason.sentence == "too-new: a = 1, b = \\u{1b}")
  }

  @Test func `foreign parts of a sentence are fit to be shown`() {
    let reason = Reason(.ownerNotFound, [Parameter("path", "\u{1b}[31m{object}[x]")])
    #expect(
      reason.sentence == "No object along the scope chain answers “\\u{1b}[31m{object}[x]”.")
  }
}
