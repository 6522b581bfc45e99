/// A condition that did not come about in time, with what was seen instead.
package struct WaitFailure: Error, CustomStringConvertible {
  package let description: String

  /// Takes the sentence as it is.
  package init(_ description: String) { self.description = description }
}
