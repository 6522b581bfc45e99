extension ReasonCatalogue {
  static let target: [ReasonEntry] = [
    ReasonEntry(
      .sourceDoesNotNotify, (.notification, .yellow),
      "“{path}”[ of {object}] does not tell of its changes: the target follows only when refreshed.",
      ["path": "the key path or property", "object": "class that has it"],
      summary: "The source gives its value and never says that it has changed.",
      explanation: """
        What the target shows was right when it was last read. Since the source cannot tell of \
        changes, nobody knows whether it still is. A binding for which refresh by hand is declared \
        is not held to this.
        """,
      causes: [
        "The value comes from a plain getter or from a property that is not bindable."
      ],
      remedies: [
        "Declare it as a bindable property.",
        "Declare refresh by hand, and refresh when the value changes.",
      ],
      example: """
        .getter("now") { (_: Station) in Clock.now }    // among its members
        label.bind("now")    // yellow: nobody tells when it changes
        """),
    ReasonEntry(
      .transformerFailed, (.target, .red),
      "Transformer “{name}” failed[ on {input}]: {text}[ ({type})].",
      [
        "name": "name of the transformer", "input": "the value that it was given, short",
        "text": "text of its error", "type": "type of its error",
      ],
      summary: "The transformer threw an error for the present value.",
      explanation: """
        The types fit and the transformer was called, but for this value it gave an error in place \
        of a result. The target keeps what it had. The next value is tried again, and the binding \
        heals by itself when one passes.
        """,
      causes: ["The value is outside of what the transformer can handle."],
      remedies: ["Correct the value, or let the transformer handle it."],
      example: """
        Transformer<Int, String> { age in try AgeGroup(age).name }    // throws for −1
        """),
    ReasonEntry(
      .updateFailed, (.target, .red), "{target} did not take the value: {text}[ ({type})].",
      [
        "target": "class and property of the target", "text": "text of the error",
        "type": "type of the error",
      ],
      summary: "The target refused the value.",
      explanation: """
        The value reached the target, which said that it cannot take it. The target keeps what it \
        had. The next value is tried again.
        """,
      causes: ["The value is outside of what the target can show."],
      remedies: ["Correct the value, or bring it into range by a transformer."],
      example: """
        slider.bind("level")    // red while level is above the slider's maximum
        """),
    ReasonEntry(
      .overwritten, (.target, .red),
      "{target} was assigned past the binding, and does not show {path} any more.",
      ["target": "class and property of the target", "path": "the key path or property"],
      summary: "Somebody assigned another value to the target of a one-way binding.",
      explanation: """
        The binding is sound and carried its value. Since then the program has assigned another \
        one to the target, so what is shown is not what the source holds. The place of the \
        assignment is the last write, that of the binding is where it was declared. The next \
        change of the source is carried as ever, and the binding is green again.
        """,
      causes: [
        "The target is set by hand in one place and bound in another.",
        "A plain assignment was meant to change the model.",
      ],
      remedies: [
        "Write the source instead.",
        "Bind both ways, so that the assignment reaches the source.",
        "End the binding before the target is used for something else.",
      ],
      example: """
        label.bind("name")
        label.text = "…"    // red until name changes: the label does not show it any more
        """),
    ReasonEntry(
      .notPropagated, (.target, .yellow), "No value has been sent to {target} yet.",
      ["target": "class and property of the target"],
      summary: "All is verified and no value has been carried so far.",
      explanation: """
        Every earlier step is done. But nothing has been sent since the binding was made, and it \
        was not asked to send the present value at once. Whether the target takes a value is told \
        by the first one.
        """,
      causes: [
        "The binding was made without carrying the first value, and the source has not changed.",
        "Updates are held back.",
      ],
      remedies: ["Nothing; or ask for the first value when the binding is made."],
      example: """
        label.bind("name", options: .waitsForChange)    // yellow until name changes
        """),
    ReasonEntry(
      .doesNotSettle, (.settling, .red),
      "The updates do not come to rest: after {rounds} rounds {members} still change[: {values}].",
      [
        "rounds": "after how many rounds it was given up",
        "members": "names of the bindings that go round", "values": "the last values, short",
      ],
      summary: "Bindings that feed each other go round and round.",
      explanation: """
        Several bindings form a loop, and each round changes the values again. After a bounded \
        number of rounds the pass is ended, so that the program goes on. The values left are those \
        of the last round, and are not to be trusted.
        """,
      causes: [
        "Two transformers in a two-way loop are not the reverse of each other.",
        "A setter changes the value that it is given, and another one changes it back.",
      ],
      remedies: [
        "Make one of the bindings one-way.",
        "Let the transformers agree: there and back must give an equal value.",
      ],
      example: """
        bind(a.$x, to: b.$y, through: { $0 + 1 })
        bind(b.$y, to: a.$x, through: { $0 + 1 })    // red: grows for ever
        """),
  ]
}
