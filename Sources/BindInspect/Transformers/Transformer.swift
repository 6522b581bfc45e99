/// Turns values of one type into values of another, and perhaps back.
public final class Transformer<Input, Output>: TransformerConvertible, Equatable {
  @usableFromInline let forward: (Input) throws -> Output
  @usableFromInline let reverse: ((Output) throws -> Input)?

  // The way from property to property. Closures without context, made where the types are known: so
  // they are specialised there, while a method of a generic class never is.
  @usableFromInline
  typealias Carry<Target> =
    (Transformer, ValueProperty<Input>, ValueProperty<Target>, Wave) throws -> Bool
  @usableFromInline let carry: Carry<Output>
  @usableFromInline let carryToOptional: Carry<Output?>

  /// Makes one that knows only the way there.
  @inlinable
  public convenience init(_ forward: @escaping (Input) throws -> Output) {
    self.init(
      forward, nil, carry: { $2.take(try $0.forward($1.current), on: $3) },
      carryToOptional: { $2.take(try $0.forward($1.current), on: $3) })
  }

  /// Makes one that knows both ways.
  @inlinable
  public convenience init(
    forward: @escaping (Input) throws -> Output, reverse: @escaping (Output) throws -> Input
  ) {
    self.init(
      forward, reverse, carry: { $2.take(try $0.forward($1.current), on: $3) },
      carryToOptional: { $2.take(try $0.forward($1.current), on: $3) })
  }

  @usableFromInline
  init(
    _ forward: @escaping (Input) throws -> Output, _ reverse: ((Output) throws -> Input)?,
    carry: @escaping Carry<Output>, carryToOptional: @escaping Carry<Output?>
  ) {
    self.forward = forward
    self.reverse = reverse
    self.carry = carry
    self.carryToOptional = carryToOptional
  }

  /// Transformers are equal if they are the same: their closures cannot be compared.
  public static func == (one: Transformer, other: Transformer) -> Bool { one === other }

  /// The types of its declaration.
  public static var signature: TransformerSignature {
    TransformerSignature(input: Input.self, output: Output.self)
  }

  /// The same without its types.
  public var anyTransformer: AnyTransformer { AnyTransformer(self) }
}

/// Something that can transform values: a `Transformer`, a formatter.
public protocol TransformerConvertible {
  /// The types it takes and makes, as far as its own type tells them.
  static var signature: TransformerSignature { get }

  /// The same without its types.
  var anyTransformer: AnyTransformer { get }
}

/// The types that a transformer takes and makes; nil where that depends on the value.
public struct TransformerSignature: Sendable {
  /// Type that it takes, without optional.
  public let input: (any Any.Type)?
  /// Type that it makes, without optional.
  public let output: (any Any.Type)?
  private let takesType: @Sendable (any Any.Type) -> Bool

  /// Takes the types, of which it leaves off the optional.
  public init(input: (any Any.Type)?, output: (any Any.Type)?) {
    let input = input.map(unwrapped)
    self.init(input: input, output: output) { type in
      input.map { $0 == type || isSubclass(type, of: $0) } ?? true
    }
  }

  /// For a transformer that takes several types.
  ///
  /// - Parameter takes: Whether it takes values of a type, told without its optional.
  public init(
    output: (any Any.Type)?, takes: @escaping @Sendable (any Any.Type) -> Bool
  ) {
    self.init(input: nil, output: output, takes)
  }

  private init(
    input: (any Any.Type)?, output: (any Any.Type)?,
    _ takes: @escaping @Sendable (any Any.Type) -> Bool
  ) {
    self.input = input
    self.output = output.map(unwrapped)
    takesType = takes
  }

  /// Whether it takes values of a type.
  func takes(_ type: any Any.Type) -> Bool { takesType(type) }
}

/// A transformer whose types are known only when the program runs.
public struct AnyTransformer {
  let signature: TransformerSignature
  let forward: (Any?) throws -> Any?
  let reverse: ((Any?, any Any.Type) throws -> Any?)?
  /// The way of values between properties of the transformer's own types; nil where it has none.
  private(set) var makeCarrier: (AnyProperty, AnyProperty) -> Carrier? = { _, _ in nil }

  /// Makes one from closures.
  ///
  /// - Parameters:
  ///   - signature: The types, as far as they are known beforehand.
  ///   - forward: Gets nil where there is no value.
  ///   - reverse: The way back, if there is one; told the type, without optional, that is wanted.
  public init(
    signature: TransformerSignature, forward: @escaping (Any?) throws -> Any?,
    reverse: ((Any?, any Any.Type) throws -> Any?)? = nil
  ) {
    self.signature = signature
    self.forward = forward
    self.reverse = reverse
  }

  /// Leaves off the types of a transformer: no value stays none, unless it takes optionals.
  init<Input, Output>(_ transformer: Transformer<Input, Output>) {
    let forward = Self.erase(transformer.forward)
    self.init(
      signature: Transformer<Input, Output>.signature, forward: forward,
      reverse: transformer.reverse.map { reverse in
        let reverse = Self.erase(reverse)
        return { value, _ in try reverse(value) }
      })
    makeCarrier = { transformer.makeCarrier(from: $0, to: $1) }
  }

  private static func erase<From, To>(
    _ transform: @escaping (From) throws -> To
  ) -> (Any?) throws -> Any? {
    let flatten = makeFlattener(of: To.self)
    return { value in
      if let typed = unflatten(value, as: From.self) { return flatten(try transform(typed)) }
      if value == nil { return nil }
      throw TypeMismatch(expected: From.self, found: value)
    }
  }
}
