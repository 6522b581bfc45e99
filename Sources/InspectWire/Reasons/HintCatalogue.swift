/// Every hint that this version makes, with its sentence.
package enum HintCatalogue {
  /// A hint with its sentence.
  package struct Entry: Hashable, Sendable {
    /// The code.
    package let code: HintCode
    /// The sentence with its places.
    package let template: SentenceTemplate
    /// Every parameter of the sentence with its meaning.
    package let parameters: [ReasonEntry.Detail]

    init(
      _ code: HintCode, _ template: SentenceTemplate, _ parameters: KeyValuePairs<String, String>
    ) {
      self.code = code
      self.template = template
      self.parameters = parameters.map { ReasonEntry.Detail(name: $0.key, meaning: $0.value) }
    }
  }

  /// The entry of a code; nil for one that this version does not know.
  package static func entry(for code: HintCode) -> Entry? { all.first { $0.code == code } }

  /// All entries.
  package static let all: [Entry] = [
    Entry(
      .nearestName, "Did you mean “{name}”[ of {object}]?",
      ["name": "the name that exists", "object": "class that has it"]),
    Entry(
      .transformersThatFit, "In reach and fitting: {names}[ on {object}].",
      ["names": "names of the transformers", "object": "class that has them"]),
    Entry(
      .writeTransformer, "Write a transformer from {from} to {to}.",
      ["from": "type of the source", "to": "type that the target takes"]),
    Entry(
      .declareProperty, "Declare “{name}” as a bindable property of {object}.",
      ["name": "name of the getter", "object": "class that has it"]),
    Entry(
      .useTypeLevel, "{type} has “{name}” at type level: name it “{type}:{name}”.",
      ["name": "name of the transformer", "type": "type that has it"]),
    Entry(
      .setObject, "It is decided as soon as “{segment}” is set.",
      ["segment": "segment of the path that is nil"]),
    Entry(
      .addBoundary, "Give the scope a parent, or make the outermost scope a boundary.", [:]),
    Entry(
      .makeNotifying, "Declare “{name}” as a bindable property, or declare refresh by hand.",
      ["name": "property that does not tell of its changes"]),
    Entry(
      .giveWayBack, "Give the transformer “{name}” a way back from {from} to {to}.",
      [
        "name": "name of the transformer", "from": "type of the target",
        "to": "type of the source",
      ]),
    Entry(
      .giveSetter, "Give “{name}” of {object} a setter.",
      ["name": "property that cannot be written", "object": "class that has it"]),
    Entry(
      .writeSource, "Write {path} instead, or bind {target} both ways.",
      ["path": "the key path or property", "target": "class and property of the target"]),
    Entry(
      .breakLoop, "Make one of these one-way, or let it keep an equal value: {members}.",
      ["members": "names of the bindings in the loop"]),
  ]
}
