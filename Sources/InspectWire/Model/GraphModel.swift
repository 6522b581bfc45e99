/// The binding graph of one instance, as a fold over records.
///
/// `apply` is the one place where the meaning of a record is written. Placeholder of the wire room.
package struct GraphModel: Hashable, Sendable {
  package init() {}
}
