internal import InspectLink
internal import InspectServer

/// The product's own bounds, but for those that the suite goes beyond on purpose: it has messages of
/// 16 MiB, and such of 65,536 fragments.
enum EchoLimits {
  private static let bytes = 32 << 20
  private static let fragments = 1 << 20

  static var link: LinkLimits {
    var limits = LinkLimits()
    limits.messageBytes = bytes
    limits.fragments = fragments
    limits.takesBinary = true
    limits.outboxBytes = 4 * bytes
    return limits
  }

  static var messages: MessageBounds {
    var bounds = MessageBounds()
    bounds.bytes = bytes
    bounds.fragments = fragments
    bounds.takesBinary = true
    return bounds
  }
}
