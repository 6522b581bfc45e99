extension Reason {
  /// The sentence for people; foreign parts are fit to be shown on one line.
  package var sentence: String { sentence(safely: true) }

  /// The sentence for people.
  ///
  /// - Parameter safely: Whether foreign parts pass `display` on their way; only what is escaped
  ///   again, such as JSON, may do without.
  package func sentence(safely: Bool) -> String {
    guard let entry = ReasonCatalogue.entry(for: code) else {
      return raw(code.rawValue, parameters, safely)
    }
    return entry.template.sentence(parameters, safely: safely)
  }
}

extension Hint {
  /// The sentence for people; foreign parts are fit to be shown on one line.
  package var sentence: String { sentence(safely: true) }

  /// The sentence for people.
  ///
  /// - Parameter safely: Whether foreign parts pass `display` on their way.
  package func sentence(safely: Bool) -> String {
    guard let entry = HintCatalogue.entry(for: code) else {
      return raw(code.rawValue, parameters, safely)
    }
    return entry.template.sentence(parameters, safely: safely)
  }
}

// An unknown code comes from a newer or foreign runtime: what it says is shown as it came.
private func raw(_ code: String, _ parameters: [Parameter], _ safely: Bool) -> String {
  let shown = { (text: String) in safely ? display(text) : text }
  let details = parameters.map { "\(shown($0.name)) = \(shown($0.value))" }
  return details.isEmpty ? shown(code) : "\(shown(code)): \(details.joined(separator: ", "))"
}
