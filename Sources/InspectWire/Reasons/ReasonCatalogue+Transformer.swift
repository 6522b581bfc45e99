extension ReasonCatalogue {
  static let transformer: [ReasonEntry] = [
    ReasonEntry(
      .transformerSyntax, (.transformer, .red),
      "“{name}” is no name of a transformer: one colon at most, as in “Type:name”.",
      ["name": "the name as it was declared"],
      summary: "The name of the transformer has more than one colon.",
      explanation: """
        A transformer is named by `name`, looked for along the chain, or by `Type:name`, looked \
        for on that type only. There is no third form.
        """,
      causes: ["The name has two or more colons."],
      remedies: ["Write `name` or `Type:name`."],
      example: """
        label.bind("birthdate", through: "App:Dates:short")    // red
        label.bind("birthdate", through: "Dates:short")
        """),
    ReasonEntry(
      .transformerTypeUnknown, (.transformer, .red),
      "Transformer “{name}”: there is no type “{type}”.",
      ["name": "the name as it was declared", "type": "the part before the colon"],
      summary: "The type named before the colon is not known.",
      explanation: """
        In the form `Type:name` the type must be known by that name. In Swift on Linux a type is \
        not found by its name alone: it must have been registered or used with bindings before.
        """,
      causes: ["The type is misspelt.", "The type was never registered."],
      remedies: ["Correct the name; the hint tells the nearest one.", "Register the type."],
      example: """
        label.bind("birthdate", through: "Dats:short")    // red: there is no type “Dats”
        """),
    ReasonEntry(
      .transformerTypeMethodMissing, (.transformer, .red),
      "{type} has no transformer “{method}” at type level.",
      ["type": "the part before the colon", "method": "the part after the colon"],
      summary: "The type exists and has no such transformer.",
      explanation: """
        In the form `Type:name` only the transformers that the type itself offers are looked at: \
        neither those of its instances nor those along the chain.
        """,
      causes: ["The name is misspelt.", "The transformer belongs to instances of the type."],
      remedies: [
        "Correct the name; the hint tells the nearest one.",
        "Offer the transformer at type level, or name it without the type.",
      ],
      example: """
        label.bind("birthdate", through: "Dates:shrot")    // red
        """),
    ReasonEntry(
      .transformerNameInvalid, (.transformer, .red),
      "“{name}” cannot be the name of a transformer.",
      ["name": "the name as it was declared"],
      summary: "The name of the transformer is empty or no name.",
      explanation: """
        A name begins with a letter or `_` and goes on with letters, digits and `_`. Nothing that \
        is written otherwise can be found on any object.
        """,
      causes: ["A part of the name is empty, or has a space or sign in it."],
      remedies: ["Correct the name."],
      example: """
        label.bind("birthdate", through: "short date")    // red
        """),
    ReasonEntry(
      .transformerNotFound, (.transformer, .red),
      "No object along the scope chain has a transformer “{name}”[, nor has {object}].",
      ["name": "the name as it was declared", "object": "class that supplies the value"],
      summary: "Nobody has a transformer of that name.",
      explanation: """
        A transformer is looked for like the owner: along the chain from the inside outwards, each \
        object's own transformers first and then those of its type, up to the boundary. If nobody \
        has it, the object that supplies the value is asked. Here all were asked. The trail names \
        them.
        """,
      causes: [
        "The name is misspelt.",
        "The object that has the transformer is no part of the chain.",
      ],
      remedies: [
        "Correct the name; the hint tells the nearest one.",
        "Declare the transformer on the object that has the property, or on a scope around it.",
        "Name its type: `Type:name`.",
      ],
      example: """
        label.bind("birthdate", through: "dateFormater")
        // red: did you mean “dateFormatter” of Employee?
        """),
    ReasonEntry(
      .notATransformer, (.transformer, .red),
      "“{name}”[ of {object}] is {found}, which is no transformer.",
      [
        "name": "the name as it was declared", "object": "class that has it",
        "found": "type of what was found",
      ],
      summary: "Something of that name was found, and it is no transformer.",
      explanation: """
        The look-up ends at the first object that has something of that name. What it has there is \
        neither a transformer nor a formatter, or it is nil. Objects further out are not asked, \
        since that would hide the mistake.
        """,
      causes: [
        "A property of the same name stands nearer in the chain.",
        "The transformer has not been made yet.",
      ],
      remedies: ["Rename one of the two.", "Name the type: `Type:name`."],
      example: """
        .transformer("format", \\Employee.pattern)    // among its members; a String, no transformer
        label.bind("birthdate", through: "format")    // red
        """),
    ReasonEntry(
      .transformerSupplierNil, (.transformer, .yellow),
      "Transformer “{name}” was not found along the chain; “{segment}”, which may have it, is nil.",
      ["name": "the name as it was declared", "segment": "segment of the path that is nil"],
      summary: "The last object that could supply the transformer is not there yet.",
      explanation: """
        Nobody along the chain has the transformer. The object that supplies the value is asked \
        last, and it is nil. It is asked as soon as it is set.
        """,
      causes: ["An object in the path is nil."],
      remedies: [
        "Nothing, if it is normal that there is no object now.",
        "Declare the transformer on a scope, or at type level, if it should be found before.",
      ],
      example: """
        label.bind("employee.birthdate", through: "dateFormatter")
        // yellow while “employee” is nil, if dateFormatter belongs to Employee
        """),
  ]
}
