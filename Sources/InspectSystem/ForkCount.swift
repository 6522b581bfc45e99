private import CInspectSystem

/// Tells a forked child from its parent.
package enum ForkCount {
  /// How many forks lie between this process and the first one, once a lock watches forks.
  package static var current: UInt32 { inspect_fork_generation() }
}
