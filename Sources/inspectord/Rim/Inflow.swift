private import InspectSystem

/// Frames of one dialled link that are on their way to the hub: bounded, or it is read no further.
final class Inflow: Sendable {
  private let count = Lock(0)

  /// Counts a frame; false once there are so many that reading must stop.
  func enter() -> Bool {
    count.withLock { count in
      count += 1
      return count < RimLimits.waitingFrames
    }
  }

  /// Counts a frame that the hub has taken; true when reading may go on.
  func leave() -> Bool {
    count.withLock { count in
      count -= 1
      return count == RimLimits.waitingFrames / 2
    }
  }
}
