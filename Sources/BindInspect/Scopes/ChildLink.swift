/// How a scope reaches one below it without holding it; nil when that is gone.
///
/// Emptied by the scope itself in its `deinit`, and not weak: an object to which there is a weak
/// reference counts all others slowly, and every look-up passes scopes.
final class ChildLink {
  @safe unowned(unsafe) var scope: Scope?
}
