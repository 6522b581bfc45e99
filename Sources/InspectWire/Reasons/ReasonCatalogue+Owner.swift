extension ReasonCatalogue {
  static let owner: [ReasonEntry] = [
    ReasonEntry(
      .ownerNotFound, (.owner, .red), "No object along the scope chain answers “{path}”.",
      ["path": "the key path as it was declared"],
      summary: "Nobody along the scope chain has the property that the key path begins with.",
      explanation: """
        A binding that is declared by a key path looks for an owner: it asks the object of its \
        node's parent, then the objects of the scopes from the inside outwards, and stops at the \
        first boundary, which is still asked. Each object is asked for the whole key path; the \
        first that knows all of it is the owner, even if the value is nil. Here every object was \
        asked, the boundary too, and none knew it.

        The trail names every object in the order in which it was asked, and why it was passed \
        over.
        """,
      causes: [
        "The first segment of the key path is misspelt.",
        "The property is not declared as bindable, so it cannot be found by its name.",
        "The object that has it lives outside of the boundary, or its scope is no part of the chain.",
      ],
      remedies: [
        "Correct the name; the hint tells the nearest one.",
        "Declare the property as bindable.",
        "Attach the scope below the one whose object has the property, or move the boundary outwards.",
      ],
      example: """
        final class Employee: BindableObject { @Bound var name = "" }
        // In a scope whose owner is an Employee:
        label.bind("nmae")     // red: nobody has “nmae”; did you mean “name”?
        """),
    ReasonEntry(
      .chainIncomplete, (.owner, .yellow),
      "Nobody has answered “{path}” so far, and the scope chain has no boundary yet.",
      ["path": "the key path as it was declared"],
      summary: "The look-up came to an open end of the scope chain.",
      explanation: """
        No object that could be asked knows the key path, but the chain ends at a scope that is no \
        boundary: it may still be attached to another one, whose object may know it. So it cannot \
        be told yet whether the binding is broken. The look-up is taken again whenever the chain \
        grows.
        """,
      causes: [
        "The view or controller was made and is not attached to its parent yet.",
        "No scope of the chain was declared to be a boundary.",
      ],
      remedies: [
        "Attach the scope to its parent.",
        "Declare the outermost scope to be a boundary.",
      ],
      example: """
        let scope = Scope("detail")          // neither a parent nor a boundary
        label.bind("employee.name")    // yellow until the scope is attached
        """),
    ReasonEntry(
      .viewNotBindable, (.owner, .red), "{object} does not allow bindings.",
      ["object": "class of the node"],
      summary: "The class of the node says that it cannot be bound.",
      explanation: """
        Some classes of nodes have no slot that a binding could fill, or say on purpose that they \
        are not to be bound. A binding that was declared on one can never carry a value.
        """,
      causes: ["The binding was declared on a container or on a node of a closed class."],
      remedies: [
        "Declare the binding on the node inside that shows the value.",
        "Give the class a slot.",
      ],
      example: """
        stack.bind("title")    // red: a stack shows no text; bind the label in it
        """),
  ]

  static let path: [ReasonEntry] = [
    ReasonEntry(
      .pathObjectNil, (.path, .yellow),
      "“{segment}” is nil, so the rest of “{path}” cannot be followed yet.",
      ["segment": "the segment whose value is nil", "path": "the key path as it was declared"],
      summary: "An object in the middle of the key path is not there.",
      explanation: """
        The owner was found, but one of the objects on the way to the last segment is nil. Whether \
        the rest of the path is right can only be told when there is an object to ask. The binding \
        watches every object on the way and is checked again as soon as this one is set. Until \
        then the target shows its placeholder, or nothing.
        """,
      causes: [
        "The object has not been loaded or selected yet.",
        "The object was set to nil again.",
      ],
      remedies: [
        "Nothing, if it is normal that there is no object now: yellow says just that.",
        "Set the object, if it should be there.",
      ],
      example: """
        @Bound var employee: Employee?          // nil at first
        label.bind("employee.name")       // yellow: “employee” is nil
        """),
    ReasonEntry(
      .unknownSegment, (.path, .red),
      "{object} has no property “{segment}”[, asked for by “{path}”].",
      [
        "object": "class of the object that was asked", "segment": "the segment that it lacks",
        "path": "the key path as it was declared",
      ],
      summary: "An object in the key path is there and does not have the next segment.",
      explanation: """
        The path could be followed up to an object, and that object has no property with the name \
        of the next segment. Unlike an object that is nil, this will not change by itself.
        """,
      causes: [
        "The segment is misspelt.",
        "The property is not declared as bindable.",
        "An object of another class than expected stands in the middle of the path.",
      ],
      remedies: [
        "Correct the name; the hint tells the nearest one.",
        "Declare the property as bindable.",
      ],
      example: """
        label.bind("employee.nmae")    // red: Employee has no property “nmae”
        """),
  ]
}
