/// The codes whose sentences and pages are in the catalogue; never used again for anything else.
extension ReasonCode {
  // Owner
  /// Nobody along the chain answers the key path.
  public static let ownerNotFound = ReasonCode("owner-not-found")
  /// Nobody has answered, and the chain has met no boundary yet.
  public static let chainIncomplete = ReasonCode("chain-incomplete")
  /// The class of the node does not allow bindings.
  public static let viewNotBindable = ReasonCode("view-not-bindable")
  // Path
  /// An object in mid-path is nil.
  public static let pathObjectNil = ReasonCode("path-object-nil")
  /// An object in mid-path has no such key.
  public static let unknownSegment = ReasonCode("unknown-segment")
  // Type
  /// The property's type is one that no binding can carry.
  public static let unsupportedValueType = ReasonCode("unsupported-value-type")
  /// No declaration of the value's type was reached yet.
  public static let typeUnknown = ReasonCode("type-unknown")
  /// There is a getter and no declared property.
  public static let getterOnly = ReasonCode("getter-only")
  // Transformer
  /// The transformer's name has more than one colon.
  public static let transformerSyntax = ReasonCode("transformer-syntax")
  /// The type named before the colon is unknown.
  public static let transformerTypeUnknown = ReasonCode("transformer-type-unknown")
  /// The type named before the colon has no such transformer.
  public static let transformerTypeMethodMissing = ReasonCode("transformer-type-method-missing")
  /// The transformer's name is no name.
  public static let transformerNameInvalid = ReasonCode("transformer-name-invalid")
  /// Nobody along the chain has a transformer of that name.
  public static let transformerNotFound = ReasonCode("transformer-not-found")
  /// What was found by that name is no transformer.
  public static let notATransformer = ReasonCode("not-a-transformer")
  /// The object that may supply the transformer is nil.
  public static let transformerSupplierNil = ReasonCode("transformer-supplier-nil")
  // Compatibility
  /// What the transformer makes is not what the target takes.
  public static let transformedTypeUnsupported = ReasonCode("transformed-type-unsupported")
  /// The declared type is not what the target takes, and there is no transformer.
  public static let transformerRequired = ReasonCode("transformer-required")
  /// The present value is not what the target takes, and no type is declared.
  public static let valueUnsupported = ReasonCode("value-unsupported")
  /// An earlier step that this one needs is open.
  public static let earlierStepOpen = ReasonCode("earlier-step-open")
  /// The value is nil and no type is declared.
  public static let valueNil = ReasonCode("value-nil")
  // Notification
  /// The source does not tell of its changes.
  public static let sourceDoesNotNotify = ReasonCode("source-does-not-notify")
  // Target
  /// The transformer threw.
  public static let transformerFailed = ReasonCode("transformer-failed")
  /// The target refused the value.
  public static let updateFailed = ReasonCode("update-failed")
  /// The target was assigned past the binding.
  public static let overwritten = ReasonCode("overwritten")
  /// No value has been sent yet.
  public static let notPropagated = ReasonCode("not-propagated")
  // Settling
  /// Updates go round and do not come to rest.
  public static let doesNotSettle = ReasonCode("does-not-settle")
  // Events
  /// The target takes no input.
  public static let inputNotSupported = ReasonCode("input-not-supported")
  /// The input has the wrong type.
  public static let inputType = ReasonCode("input-type")
  /// The transformer could not turn the input back.
  public static let reverseTransformationFailed = ReasonCode("reverse-transformation-failed")
  /// The source cannot be written.
  public static let notWritable = ReasonCode("not-writable")
  /// The source's validation refused the input.
  public static let validationFailed = ReasonCode("validation-failed")
  /// Another value was written in place of nil.
  public static let nilCoerced = ReasonCode("nil-coerced")
}
