/// An object whose `@Bound` properties can be found by their names.
///
/// Nothing needs to be written for it, nor generated:
///
///     final class Employee: BindableObject {
///       @Bound var name = ""
///       @Bound var birthdate: Date?
///     }
///
/// What is no stored property (getters, transformers, validators) is declared by conforming to
/// `MemberDeclaring` too.
public protocol BindableObject: AnyObject, Equatable, ComparedByIdentity {}

extension BindableObject {
  /// Objects are equal if they are the same, unless their class says otherwise.
  public static func == (one: Self, other: Self) -> Bool { one === other }

  /// Whether both are the same object.
  public func isIdentical(to other: Self) -> Bool { self === other }

  /// The `@Bound` property of that name, inherited and private ones too; nil where there is none.
  public func property(named name: String) -> AnyProperty? {
    ClassShape.of(Self.self == type(of: self) ? Self.self : type(of: self)).field(named: name)?
      .property(of: self)
  }
}

/// An object that tells of members which are no `@Bound` properties.
public protocol MemberDeclaring: BindableObject {
  /// The members; asked once for each class.
  ///
  /// What a superclass declares is inherited; the subclass wins where both name the same. A class
  /// that can be inherited from declares a `class var`, so that its heirs may override it.
  static var members: [Member] { get }
}
