extension ReasonCatalogue {
  static let type: [ReasonEntry] = [
    ReasonEntry(
      .unsupportedValueType, (.type, .red),
      "“{path}”[ of {object}] has type {found}, which no binding can carry.",
      [
        "path": "the key path or property", "object": "class that declares the property",
        "found": "the declared type",
      ],
      summary: "The declared type of the property is one that bindings do not carry.",
      explanation: """
        A binding carries values: numbers, texts, dates, collections, objects. Pointers, functions \
        and types that cannot be copied are none, and no transformer is ever asked about them.
        """,
      causes: ["The property holds a function, a pointer or another type that is no value."],
      remedies: ["Bind a property that derives a value from it."],
      example: """
        .getter("action") { (menu: Menu) in menu.action }    // among its members; () -> Void
        label.bind("action")    // red: a function cannot be carried
        """),
    ReasonEntry(
      .typeUnknown, (.type, .yellow), "The type of “{path}” is not known yet.",
      ["path": "the key path as it was declared"],
      summary: "No declaration of the value's type could be reached so far.",
      explanation: """
        The type of a value is read from the declaration of the last property of the path. That \
        can only be done when the object that has the property is there. Whether the target takes \
        the type, or needs a transformer, is decided then.
        """,
      causes: ["An object in the path is nil, so nobody can be asked for the declaration."],
      remedies: ["Set the object; the reason beside this one names the segment."],
      example: """
        label.bind("employee.birthdate")    // yellow while “employee” is nil
        """),
    ReasonEntry(
      .getterOnly, (.type, .yellow),
      "“{path}”[ of {object}] is a plain getter: its type is known by its values only.",
      ["path": "the key path or property", "object": "class that has the getter"],
      summary: "The value can be read, but no property with a type is declared.",
      explanation: """
        The name is answered by a plain getter. The present value can be shown, but the next one \
        may be of another type, and a getter tells nobody when its value changes. So the binding \
        works now and cannot be verified.
        """,
      causes: ["The value is computed by a getter that was registered by its name."],
      remedies: [
        "Declare it as a bindable property.",
        "Declare on which properties it depends, where the runtime supports that.",
      ],
      example: """
        .getter("fullName") { (one: Person) in one.first + " " + one.last }    // among its members
        label.bind("fullName")    // yellow: declare it as a property
        """),
  ]

  static let compatibility: [ReasonEntry] = [
    ReasonEntry(
      .transformedTypeUnsupported, (.compatibility, .red),
      "Transformer “{name}” makes {found}, and {target} takes {expected}.",
      [
        "name": "name of the transformer", "found": "type that it makes",
        "target": "class and property of the target", "expected": "type or types that it takes",
      ],
      summary: "What the transformer makes is not what the target takes.",
      explanation: """
        A transformer was found and works, but its result has a type that the target has no way \
        to show.
        """,
      causes: [
        "The transformer was written for another kind of target.",
        "Another transformer of the same name stands nearer in the chain.",
      ],
      remedies: [
        "Name a transformer that makes the type expected; the hint lists those in reach.",
        "Bind to a target that takes the type.",
      ],
      example: """
        label.bind("birthdate", through: "ageInYears")    // red: makes Int, text takes String
        """),
    ReasonEntry(
      .transformerRequired, (.compatibility, .red),
      """
      “{path}”[ of {object}] is {found}, and {target} takes {expected}: a transformer is required.
      """,
      [
        "path": "the key path or property", "object": "class that declares the property",
        "found": "its declared type", "target": "class and property of the target",
        "expected": "type or types that it takes",
      ],
      summary: "The target does not take the property's type as it is.",
      explanation: """
        Property and target are both known, and their types do not fit each other. Nothing is \
        converted by guessing: how a date or a number is to be written is the program's business. \
        A transformer between the two says it.
        """,
      causes: [
        "The binding names no transformer.",
        "The type of the property was changed.",
      ],
      remedies: [
        "Name a transformer; the hint lists those in reach whose types fit.",
        "Write one from the type found to the type expected.",
        "Bind to a target that takes the type.",
      ],
      example: """
        @Bound var birthdate: Date?
        label.bind("birthdate")                              // red
        label.bind("birthdate", through: "dateFormatter")    // green
        """),
    ReasonEntry(
      .valueUnsupported, (.compatibility, .red),
      "The value of “{path}” is {found}, and {target} takes {expected}.",
      [
        "path": "the key path or property", "found": "type of the present value",
        "target": "class and property of the target", "expected": "type or types that it takes",
      ],
      summary: "The present value cannot be shown, and no type is declared.",
      explanation: """
        There is no declaration that tells the type, so the present value was looked at, and the \
        target does not take it. The next value may be of another type; the binding is checked \
        again with each.
        """,
      causes: ["A plain getter gave a value of a type that the target does not take."],
      remedies: [
        "Name a transformer.",
        "Declare the property with its type.",
      ],
      example: """
        .getter("count") { (cart: Cart) in cart.items.count }    // among its members
        label.bind("count")    // red: Int, and text takes String
        """),
    ReasonEntry(
      .earlierStepOpen, (.compatibility, .yellow), "Waits for an earlier step: {step}.",
      ["step": "name of the step that is open"],
      summary: "It cannot be decided before an earlier step is done.",
      explanation: """
        Whether the types fit depends on something that is not known yet: the owner, the type of \
        the value, or the transformer. The reason of that step stands beside this one.
        """,
      causes: ["The step that is named is pending."],
      remedies: ["See to the other reason; this one goes with it."],
      example: """
        label.bind("employee.birthdate", through: "dateFormatter")
        // yellow while “employee” is nil: the transformer may be found on it
        """),
    ReasonEntry(
      .valueNil, (.compatibility, .yellow),
      "“{path}” is nil and its type is not declared: whether it fits is told by its first value.",
      ["path": "the key path or property"],
      summary: "There is neither a declared type nor a value to judge by.",
      explanation: """
        A type is taken from the declaration, or else from the present value. Here there is \
        neither, or the transformer, whose result type is not declared, gave nil. The first value \
        decides.
        """,
      causes: [
        "A plain getter gives nil.",
        "A transformer without declared result type gives nil.",
      ],
      remedies: ["Declare the type, or wait for a value."],
      example: """
        .getter("nickname") { (one: Person) in one.nicknames.first as Any? }    // among its members
        label.bind("nickname")    // yellow while there is no nickname
        """),
  ]
}
