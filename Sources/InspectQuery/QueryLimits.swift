/// Every bound of this room in one place, with its unit and its reason.
package enum QueryLimits {
  /// UTF-8 bytes of a query: more is no question of a person's, and reading it must cost nothing.
  package static let textBytes = 4_096
  /// Nesting of parentheses, negations and functions: reading, printing and judging are recursive.
  package static let depth = 48
  /// Characters of one piece of text, wildcards included: they are matched as bits of one number.
  package static let patternScalars = 120
  /// Largest number of levels that a graph term may name; no chain of bindings is that deep.
  package static let levels = 1_000_000
  /// Columns of a query that an error shows around its place.
  package static let excerptColumns = 72
  /// Causes that one follower is counted under; the others are left out, which is said.
  package static let causesPerFollower = 64
  /// Causes told in full; the others are counted.
  package static let causesTold = 100
  /// Bindings named in one cause: members of a loop, or those that fail at its place.
  package static let membersTold = 64
  /// Edges of a loop that are told.
  package static let edgesTold = 64
  /// Members of a loop whose values are told, values of each, and characters of a value.
  package static let valuesTold = (members: 8, rounds: 12, characters: 40)
  /// Followers of a cause that are named.
  package static let examples = 3
  /// Groups of followers with several causes that are told.
  package static let sharedTold = 20
  /// Members of a loop for which the smallest cut is sought among all orders: 2¹⁴ sets of them.
  package static let exactCutMembers = 14
}
