/// All that is known of a reason code: its sentence, and what its help page says.
package struct ReasonEntry: Hashable, Sendable {
  /// The code.
  package let code: ReasonCode
  /// The step that it keeps open or makes fail; nil for an event.
  package let step: Step?
  /// The colour that it gives; nil for an event, which changes none.
  package let colour: Colour?
  /// The sentence with its places.
  package let template: SentenceTemplate
  /// Every parameter of the sentence with its meaning, in their order.
  package let parameters: [Detail]
  /// What it means, in one sentence.
  package let summary: String
  /// What it means and how it comes about, as paragraphs.
  package let explanation: String
  /// What causes it, a line each.
  package let causes: [String]
  /// What mends it, a line each.
  package let remedies: [String]
  /// A small program or situation that shows it.
  package let example: String

  /// A name with its meaning.
  package struct Detail: Hashable, Sendable {
    /// The parameter's name.
    package let name: String
    /// What it holds.
    package let meaning: String
  }

  init(
    _ code: ReasonCode, _ verdict: (step: Step, colour: Colour)?, _ template: SentenceTemplate,
    _ parameters: KeyValuePairs<String, String>, summary: String, explanation: String,
    causes: [String], remedies: [String], example: String
  ) {
    self.code = code
    self.step = verdict?.step
    self.colour = verdict?.colour
    self.template = template
    self.parameters = parameters.map { Detail(name: $0.key, meaning: $0.value) }
    self.summary = summary
    self.explanation = explanation
    self.causes = causes
    self.remedies = remedies
    self.example = example
  }

  /// Whether it tells of an input and leaves the colour alone.
  package var isEvent: Bool { colour == nil }

  /// Its help page, from the root of the project.
  package var page: String { "docs/reasons/\(code.rawValue).md" }
}
