extension ReasonCatalogue {
  static let events: [ReasonEntry] = [
    ReasonEntry(
      .inputNotSupported, nil, "{target} takes no input.",
      ["target": "class and property of the target"],
      summary: "Input was asked of a target that only shows.",
      explanation: """
        Somebody asked the binding to check or to write back what the user has entered, but the \
        target has no way to enter anything. Nothing was written. The binding is sound.
        """,
      causes: ["A check or an update was asked of a label or another target without input."],
      remedies: ["Ask the field that takes the input."],
      example: """
        label.input("Ann")    // event: a label takes no input
        """),
    ReasonEntry(
      .inputType, nil, "The input is {found}, and {target} gives {expected}.",
      [
        "found": "type of the input", "target": "class and property of the target",
        "expected": "type or types expected",
      ],
      summary: "The input is not of a type that the target can give.",
      explanation: """
        What was entered has another type than the target declares. Nothing was written. The \
        binding is sound.
        """,
      causes: ["The program passed a value of another type, or nil, as input."],
      remedies: ["Pass a value of the type expected."],
      example: """
        field.input(42)    // event: Int, and the field gives String
        """),
    ReasonEntry(
      .reverseTransformationFailed, nil,
      "Transformer “{name}” could not turn [{input} ]back: {text}.",
      [
        "name": "name of the transformer", "input": "what was entered, short",
        "text": "text of its error, or that it has no way back",
      ],
      summary: "What was entered could not be turned into a value of the source.",
      explanation: """
        The transformer has no way back, or its way back gave an error for this input. The source \
        keeps its value. The binding is sound.
        """,
      causes: [
        "The text cannot be read as a date, number or whatever is expected.",
        "The transformer was given only one way.",
      ],
      remedies: ["Enter something that can be read.", "Give the transformer a way back."],
      example: """
        dateField.input("yesterday")    // event: dateFormatter cannot read it
        """),
    ReasonEntry(
      .notWritable, nil, "“{path}”[ of {object}] cannot be written[: {text}].",
      [
        "path": "the key path or property", "object": "class that has it",
        "text": "why, if there is more to say",
      ],
      summary: "The source has no way to be written.",
      explanation: """
        What was entered is fine, but the property has no setter, or an object on the way to it is \
        nil. Nothing was written. The binding is sound.
        """,
      causes: ["The property is computed or constant.", "An object in the path is nil."],
      remedies: ["Give the property a setter, or make the binding one-way."],
      example: """
        field.bind("fullName")
        field.input("Ann Lee")    // event: fullName has only a getter
        """),
    ReasonEntry(
      .validationFailed, nil, "“{path}”[ of {object}] does not take {input}: {text}.",
      [
        "path": "the key path or property", "object": "class that validates",
        "input": "what was entered, short", "text": "why, in the words of the program",
      ],
      summary: "The program's own validation refused the input.",
      explanation: """
        The object that owns the property has a rule for it, and what was entered breaks the rule. \
        Whether an invalid value is written all the same is decided by the program. The binding is \
        sound.
        """,
      causes: ["What was entered breaks a rule of the program."],
      remedies: ["Enter something that keeps the rule, or change the rule."],
      example: """
        field.input("")    // event: “name” of Employee does not take “”: it must not be empty
        """),
    ReasonEntry(
      .nilCoerced, nil, "“{path}”[ of {object}] cannot be nil: {value} was written instead.",
      [
        "path": "the key path or property", "object": "class that has it",
        "value": "what was written",
      ],
      summary: "The source does not take nil and was given a neutral value.",
      explanation: """
        An empty input means nil, and the property is not optional. So the neutral value of its \
        type was written: 0, an empty text. This is told since the value was not entered by \
        anybody. The binding is sound.
        """,
      causes: ["A field was emptied whose property is not optional."],
      remedies: ["Make the property optional if empty should mean no value."],
      example: """
        @Bound var count = 3
        countField.input("")    // event: 0 was written
        """),
  ]
}
