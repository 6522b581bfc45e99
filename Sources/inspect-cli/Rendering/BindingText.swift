internal import InspectWire

/// What a binding and its parts are called in a line.
struct BindingText: Sendable {
  let palette: Palette

  init(_ palette: Palette) { self.palette = palette }

  /// A binding and where it goes: `employee.name → nameLabel.text`.
  func title(_ binding: BindingRecord, node: NodeRecord?) -> String {
    let name = palette.foreign(binding.name)
    let property = palette.foreign(binding.target.property)
    let sign = binding.direction == .twoWay ? palette.bothWays : palette.arrow
    let owner = node.map(self.name) ?? palette.foreign(binding.target.owner)
    guard !property.isEmpty || !owner.isEmpty else { return name }
    return "\(name) \(sign) " + [owner, property].filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// A node: its name, else its class.
  func name(_ node: NodeRecord) -> String {
    palette.foreign(node.name.isEmpty ? node.className : node.name)
  }

  /// A node with its class: `Label nameLabel`.
  func full(_ node: NodeRecord) -> String {
    [node.className, node.name].filter { !$0.isEmpty }.map { palette.foreign($0) }
      .joined(separator: " ")
  }

  /// A scope, with its owner's class where that is another word.
  func full(_ scope: ScopeRecord) -> String {
    let name = palette.foreign(scope.name)
    guard !scope.owner.isEmpty, scope.owner != scope.name else { return name }
    let owner = palette.foreign(scope.owner)
    return name.isEmpty ? owner : "\(name) (\(owner))"
  }

  /// One end: `Employee.birthdate, a Date`.
  func end(_ endpoint: Endpoint) -> String {
    // Of a key path only the last segment is a property of the owner.
    let property = endpoint.property.split(separator: ".").last.map(String.init)
    let named = endpoint.owner.isEmpty ? endpoint.property : property ?? ""
    let parts = [endpoint.owner, named].filter { !$0.isEmpty }
    let name = parts.map { palette.foreign($0) }.joined(separator: ".")
    let type =
      endpoint.valueType.isEmpty ? "type not known yet" : palette.foreign(endpoint.valueType)
    return name.isEmpty ? type : "\(name): \(type)"
  }

  /// A reason in a row: `transformer-required: …`.
  func brief(_ reason: Reason, _ colour: Colour) -> [Span] {
    [
      Span(palette.foreign(reason.code.rawValue), .of(colour)),
      Span(": " + palette.own(reason.sentence)),
    ]
  }
}
