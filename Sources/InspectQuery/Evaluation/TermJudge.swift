internal import InspectWire

/// Judges terms on one binding; what is not known meets no term.
struct TermJudge {
  let model: GraphModel
  let facts: QueryFacts

  /// Whether a declared binding meets a query without graph terms.
  func meets(_ node: QueryNode, _ binding: BindingRecord) -> Bool {
    switch node.kind {
    case .everything: true
    case .term(let term): meets(term, binding)
    case .all(let parts): parts.allSatisfy { meets($0, binding) }
    case .any(let parts): parts.contains { meets($0, binding) }
    case .not(let part): !meets(part, binding)
    case .around, .path, .cause, .loop: false
    }
  }

  /// Whether a declared binding meets a term.
  func meets(_ term: QueryTerm, _ binding: BindingRecord) -> Bool {
    switch term {
    case .word(let pattern):
      pattern.isPiece(of: binding.name) || pattern.isPiece(of: binding.keyPath ?? "")
    case .choice(let field, let places): meets(field, places, binding)
    case .text(let field, let isPiece, let patterns):
      patterns.contains { pattern in
        texts(field, binding) { isPiece ? pattern.isPiece(of: $0) : pattern.matches($0) }
      }
    case .quantity(let field, let comparison, let amount):
      meets(field, comparison, amount, model.status(of: binding.id), binding)
    }
  }

  private func meets(_ field: QueryField, _ places: [Int], _ binding: BindingRecord) -> Bool {
    switch field {
    case .status:
      let colour = facts.hasEnded ? .grey : model.colour(of: binding.id) ?? .yellow
      return places.contains(Int(colour.rawValue))
    case .step:
      guard let step = model.status(of: binding.id)?.step else { return false }
      return places.contains { Step.allCases[$0] == step }
    case .mark:
      guard let marks = model.status(of: binding.id)?.marks else { return false }
      return places.contains { marks.contains(Marks.named[$0].mark) }
    default: return false
    }
  }

  private func meets(
    _ field: QueryField, _ comparison: QueryTerm.Comparison, _ amount: UInt64,
    _ status: StatusRecord?, _ binding: BindingRecord
  ) -> Bool {
    switch field {
    case .age:
      guard let status else { return false }
      let (age, overflow) = facts.now.microseconds.subtractingReportingOverflow(
        status.since.microseconds)
      return !overflow && comparison.holds(age, Int64(amount) * 1_000)
    case .rate:
      return facts.rate(binding.id).map { comparison.holds($0 * 60, Double(amount)) } ?? false
    case .changes:
      return status.map { comparison.holds(UInt64($0.changes), amount) } ?? false
    default: return false
    }
  }

  /// Whether any text of a field meets a condition.
  private func texts(
    _ field: QueryField, _ binding: BindingRecord, _ isMeant: (Substring) -> Bool
  ) -> Bool {
    switch field {
    case .name: isMeant(binding.name[...])
    case .value: facts.value(binding.id).map { isMeant($0[...]) } ?? false
    case .reason:
      model.status(of: binding.id)?.reasons.contains { isMeant($0.code.rawValue[...]) } ?? false
    case .process:
      isMeant(facts.process.name[...]) || isMeant(String(facts.process.pid)[...])
        || isMeant(facts.process.instance.text[...])
    case .scope:
      model.chain(from: binding.scope ?? binding.node.flatMap { model.node($0)?.scope })
        .contains { isMeant($0.name[...]) || isMeant($0.owner[...]) }
    case .place: names(of: binding.place).contains(where: isMeant)
    default: false
    }
  }

  /// The ways in which people write a place: the file with its folders, without, without its ending;
  /// the first two also with the line.
  private func names(of place: Place) -> [Substring] {
    let path: Substring
    var line = ""
    switch place {
    case .source(let file, let number):
      path = file[...]
      line = ":\(number)"
    case .code(let addresses): path = (addresses.first?.module ?? "")[...]
    case .unknown: return []
    }
    let file = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return [path, file, stem, path + line, file + line]
  }
}
