/// The codes of hints whose sentences are in the catalogue.
extension HintCode {
  /// A name that exists and looks like the one asked for.
  public static let nearestName = HintCode("nearest-name")
  /// Transformers in reach whose types fit.
  public static let transformersThatFit = HintCode("transformers-that-fit")
  /// A transformer has to be written.
  public static let writeTransformer = HintCode("write-transformer")
  /// The getter should become a declared property.
  public static let declareProperty = HintCode("declare-property")
  /// The transformer exists at type level.
  public static let useTypeLevel = HintCode("use-type-level")
  /// The binding resolves when an object is set.
  public static let setObject = HintCode("set-object")
  /// The chain lacks a boundary.
  public static let addBoundary = HintCode("add-boundary")
  /// The source should tell of its changes.
  public static let makeNotifying = HintCode("make-notifying")
  /// The transformer lacks its way back.
  public static let giveWayBack = HintCode("give-way-back")
  /// The property lacks a setter.
  public static let giveSetter = HintCode("give-setter")
  /// The source should be written in place of the target.
  public static let writeSource = HintCode("write-source")
  /// A loop should be cut.
  public static let breakLoop = HintCode("break-loop")
}
