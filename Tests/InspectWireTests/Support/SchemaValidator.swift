internal import InspectWire

/// Judges JSON by the part of JSON Schema 2020-12 that the protocol's schema uses.
///
/// A keyword that it does not know is a fault of the schema, so that nothing goes unjudged.
struct SchemaValidator {
  let schema: JSON

  /// What is wrong with a value, each with where it is; empty if nothing.
  func faults(_ value: JSON) -> [String] { faults(value, schema, "$") }

  private static let silent: Set = ["$schema", "$defs", "title", "description"]

  private func faults(_ value: JSON, _ schema: JSON, _ path: String) -> [String] {
    guard let keywords = schema.object else { return ["\(path): the schema is no object"] }
    return keywords.filter { !Self.silent.contains($0.key) }.flatMap { keyword in
      faults(value, keyword.key, keyword.value, schema, path)
    }
  }

  private func faults(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON, _ path: String
  ) -> [String] {
    let fault = ["\(path): \(keyword) \(rule.text.prefix(60)), found \(value.text.prefix(60))"]
    switch keyword {
    case "$ref": return faults(value, resolve(rule.string ?? ""), path)
    case "type": return isOf(value, rule.string ?? "") ? [] : fault
    case "const": return value == rule ? [] : fault
    case "enum": return rule.array?.contains(value) == true ? [] : fault
    case "minimum": return (value.double ?? 0) >= (rule.double ?? 0) ? [] : fault
    case "maximum": return (value.double ?? 0) <= (rule.double ?? 0) ? [] : fault
    case "minItems": return (value.array?.count ?? .max) >= (rule.int ?? 0) ? [] : fault
    case "maxItems": return (value.array?.count ?? 0) <= (rule.int ?? 0) ? [] : fault
    case "pattern": return matches(value, rule.string ?? "") ? [] : fault
    case "required":
      let missing = rule.array?.filter { value[$0.string ?? ""] == nil } ?? []
      return missing.map { "\(path): \($0.text) is missing" }
    case "anyOf":
      return rule.array?.contains { faults(value, $0, path).isEmpty } == true ? [] : fault
    case "oneOf":
      let fitting = rule.array?.filter { faults(value, $0, path).isEmpty }.count
      guard fitting != 1 else { return [] }
      return nearest(value, rule.array ?? [], path) ?? fault
    default: return faultsInside(value, keyword, rule, schema, path)
    }
  }

  private func faultsInside(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON, _ path: String
  ) -> [String] {
    switch keyword {
    case "properties":
      return rule.object?.flatMap { property in
        value[property.key].map { faults($0, property.value, "\(path).\(property.key)") } ?? []
      } ?? []
    case "additionalProperties":
      return value.object?.filter { schema["properties"]?[$0.key] == nil }.flatMap { member in
        faults(member.value, rule, "\(path).\(member.key)")
      } ?? []
    case "prefixItems":
      return zip(value.array ?? [], rule.array ?? []).enumerated().flatMap { place, pair in
        faults(pair.0, pair.1, "\(path)[\(place)]")
      }
    case "items":
      let known = schema["prefixItems"]?.array?.count ?? 0
      return (value.array ?? []).enumerated().dropFirst(known).flatMap { place, element in
        faults(element, rule, "\(path)[\(place)]")
      }
    default:
      return ["\(path): the schema uses “\(keyword)”, which is not judged"]
    }
  }

  // Of the alternatives the one for this kind of message says best what is wrong.
  private func nearest(_ value: JSON, _ alternatives: [JSON], _ path: String) -> [String]? {
    alternatives.lazy.map { resolve($0["$ref"]?.string ?? "") }
      .first { $0["properties"]?["m"]?["const"] == value["m"] }
      .map { faults(value, $0, path) }
  }

  private func resolve(_ reference: String) -> JSON {
    let name = reference.split(separator: "/").last.map(String.init) ?? ""
    return schema["$defs"]?[name] ?? ["unknown reference": .string(reference)]
  }

  private func isOf(_ value: JSON, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.int, "integer"), (.int, "number"),
      (.double, "number"), (.string, "string"), (.array, "array"), (.object, "object"):
      true
    default: false
    }
  }

  private func matches(_ value: JSON, _ pattern: String) -> Bool {
    guard let text = value.string else { return true }
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    return text.contains(regex)
  }
}
