/// What follows one property on the way of a key path.
final class PathStep: Follower {
  private let binding: PathBinding

  /// Follows a property for a binding. They hold each other until the binding or the step is ended.
  init(_ property: AnyProperty, for binding: PathBinding) {
    self.binding = binding
    // It captures nothing, so that a step is one object and no more.
    super.init { step, wave in
      guard let step = step as? PathStep else { return }
      step.binding.stepChanged(step, wave)
    }
    property.follow(with: self)
  }

  override func sourceOwnerEnded() {
    end()
    binding.stepOwnerEnded()
  }

  override func sourceBecameSecret() { binding.sourceBecameSecret() }

  override func sourceWritersChanged() { binding.reportPrecedents() }

  /// The binding that follows.
  var owner: PathBinding { binding }
}
