internal import InspectWire

/// Help pages made from the catalogue, so that `explain` and the pages say the same.
enum ReasonPages {
  /// The page of one code.
  static func page(_ entry: ReasonEntry) -> String {
    """
    # \(entry.code.rawValue)

    *\(kind(entry))*

    > \(entry.template.text)

    \(entry.summary)

    ## What it means

    \(entry.explanation)

    ## What causes it

    \(list(entry.causes))

    ## How to mend it

    \(list(entry.remedies))

    ## Example

    ```swift
    \(entry.example)
    ```

    ## Parameters

    \(table(entry.parameters))

    In the sentence a part in square brackets is left out where its parameter is missing.
    [All reasons](README.md)

    """
  }

  /// The list of all codes, and the hints.
  static var index: String {
    """
    # Reasons

    Every status that is not green has at least one reason. A reason has a stable code, a sentence made
    from its parameters, for look-ups a trail, and often a hint. `inspect-cli explain CODE` prints what
    these pages say; both are made from the catalogue in `Sources/InspectWire/Reasons/`
    (`REWRITE_FIXTURES=1 swift test --filter InspectWireTests`). Codes are never used again for anything
    else. Steps and colours are explained in [protocol.md](../protocol.md).

    | step | code | colour | meaning |
    |---|---|---|---|
    \(ReasonCatalogue.all.map(row).joined(separator: "\n"))

    An *event* tells of an input that was refused or altered. It reaches the caller and the history and
    never changes the colour, since the binding itself is sound.

    ## Hints

    | code | sentence | parameters |
    |---|---|---|
    \(HintCatalogue.all.map(row).joined(separator: "\n"))

    """
  }

  private static func kind(_ entry: ReasonEntry) -> String {
    guard let step = entry.step, let colour = entry.colour else {
      return "Event: the colour stays"
    }
    return "Step \(step.rawValue), \(step.name) · \(colour.name)"
  }

  private static func list(_ lines: [String]) -> String {
    lines.map { "- \($0)" }.joined(separator: "\n")
  }

  private static func table(_ details: [ReasonEntry.Detail]) -> String {
    let rows = details.map { "| `\($0.name)` | \($0.meaning) |" }
    return (["| name | holds |", "|---|---|"] + rows).joined(separator: "\n")
  }

  private static func row(_ entry: ReasonEntry) -> String {
    let code = entry.code.rawValue
    let step = entry.step.map { "\($0.rawValue) \($0.name)" } ?? "event"
    return "| \(step) | [\(code)](\(code).md) | \(entry.colour?.name ?? "–") | \(entry.summary) |"
  }

  private static func row(_ entry: HintCatalogue.Entry) -> String {
    let parameters = entry.parameters.map { "`\($0.name)`: \($0.meaning)" }
    return
      "| \(entry.code.rawValue) | \(entry.template.text) | \(parameters.joined(separator: "; ")) |"
  }
}
