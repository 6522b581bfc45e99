public import CInspectSystem
public import InspectReporter

/// Keeps two properties equal, each by a transformer of the other, until one of the owners ends.
///
/// The source's value counts at first. What cannot be transformed back leaves the source as it is;
/// that is told as an event and changes no colour.
///
/// - Parameters:
///   - transformer: Must know both ways.
///   - name: For people; by default the source's class and property.
///   - reporter: Who tells observers of it; by default that of the target's node.
/// - Returns: The binding. It lives without being kept.
@inlinable
@discardableResult
public func bind<Source: Equatable, Target: Equatable>(
  _ source: Property<Source>, bothWaysTo target: Property<Target>,
  through transformer: Transformer<Source, Target>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  let (forward, reverse) = (transformer.forward, transformer.reverse)
  precondition(reverse != nil, "a transformer that is used both ways knows its way back")
  let first = Result { try forward(source.stored) }
  let probe = TypedBinding.makeProbe(
    from: source, to: target, transformer: "", direction: .twoWay, first.failure,
    input: source.stored, Declaration(name: name, file: fileID, line: line), reporter: reporter)
  let binding = TwoWayBinding(from: source, to: target, probe: probe) { follower, wave in
    if follower.isCarryingBack { return }
    let wasSound = follower.isSound
    if !wasSound { follower.willDeliver() }
    do {
      let isNew = target.write(try forward(source.stored), on: wave.next)
      if isNew, target.tellsOtherWriters { follower.tellOtherWriters(on: wave) }
      if follower.isSound {
        probe.delivered(isNew: isNew, from: wave.place)
      } else {
        follower.didDeliver(isNew: isNew, from: wave.place, wasSound: wasSound)
      }
    } catch {
      follower.didFail(error, on: source.stored)
    }
  } carryBack: { binding, wave in
    guard let reverse else { return nil }
    let back: Source
    do {
      back = try reverse(target.stored)
    } catch {
      return binding.reverseFault(error, on: target.stored)
    }
    binding.isCarryingBack = true
    if source.hasWriters {
      source.willBeAssigned(except: binding)
      if source.write(back, on: wave.next) {
        _ = source.assignedFromOutside(on: wave.next, except: binding)
      } else {
        source.wasNotAssigned()
      }
    } else {
      source.write(back, on: wave.next)
    }
    binding.isCarryingBack = false
    // What the model made of it is no echo.
    if source.stored != back, !binding.isEnded { binding.deliver(binding, wave) }
    return nil
  }
  if case .success(let value) = first {
    probe.delivered(isNew: target.write(value, on: Wave(from: WritePlace())), from: WritePlace())
  }
  return binding
}

/// Keeps two properties of one type equal, until the binding or one of the owners is ended.
@inlinable
@discardableResult
public func bind<Value: Equatable>(
  _ source: Property<Value>, bothWaysTo target: Property<Value>,
  name: String? = nil, reporter: Reporter? = nil, fileID: String = #fileID, line: Int = #line
) -> LiveBinding {
  bind(
    source, bothWaysTo: target, through: Transformer(forward: { $0 }, reverse: { $0 }),
    name: name, reporter: reporter, fileID: fileID, line: line)
}

/// A typed binding that carries changes of its target back.
@usableFromInline
final class TwoWayBinding: TypedBinding {
  private let carryBack: (TwoWayBinding, Wave) -> Reason?

  @usableFromInline
  init(
    from source: AnyProperty, to target: AnyProperty, probe: Probe,
    deliver: @escaping (Follower, Wave) -> Void,
    carryBack: @escaping (TwoWayBinding, Wave) -> Reason?
  ) {
    self.carryBack = carryBack
    super.init(from: source, to: target, probe: probe, deliver: deliver)
  }

  override var writesBothWays: Bool { true }

  override func targetAssigned(on wave: Wave) -> [Reason] {
    if isCarryingBack { return [] }
    return note(carryBack(self, wave).map { [$0] } ?? [])
  }

  @usableFromInline
  func reverseFault(_ error: any Error, on input: Any) -> Reason {
    .reverseTransformationFailed("closure", input: input, error)
  }
}
