private import CInspectSystem
private import InspectReporter

/// Something on a screen that shows a value, or lets the user change it.
///
/// Any class can be one: it says where it sits and in which of its properties bound values land.
public protocol BindableNode: BindableObject {
  /// Where it sits; made once and kept.
  var seat: NodeSeat { get }

  /// Where bound values land.
  var slot: Slot { get }
}

extension BindableNode {
  /// Binds the node to the value at a key path, in place of what it was bound to by one.
  ///
  /// The first object along the chain that answers the key path supplies the value; the node itself
  /// is not asked. Until there is one, and whenever an object on the way is nil, the node shows
  /// nothing or its placeholder.
  ///
  /// - Parameters:
  ///   - keyPath: Names of properties, separated by dots.
  ///   - transformer: Name of a transformer along the chain, or `Type:name`.
  ///   - options: How input is treated.
  ///   - name: For people; by default the key path.
  /// - Returns: The binding. It lives without being kept, until it or the node is ended.
  @discardableResult
  public func bind(
    _ keyPath: String, through transformer: String? = nil, options: BindingOptions = [],
    name: String? = nil, fileID: String = #fileID, line: Int = #line
  ) -> LiveBinding {
    let slot = slot
    slot.property.unbindPath()
    let binding = PathBinding(
      keyPath, through: transformer, options: options, seat: seat, slot: slot)
    binding.begin(Declaration(name: name, file: fileID, line: line))
    return binding
  }

  /// Ends the binding that was made by a key path, if there is one.
  public func unbind() { slot.property.unbindPath() }

  /// Takes what the user entered, and carries it to where the node's value comes from.
  ///
  /// - Throws: What kept it from being carried; each part of that is told to observers too.
  @inline(never)
  public func input(_ value: Any?) throws(InputError) {
    try slot.enter(value, from: WritePlace.here())
  }

  /// Shows the values again, also those that do not tell of their changes.
  public func refresh() { for binding in slot.property.writers { binding.refresh() } }

  /// Validates what the node holds, without writing it.
  ///
  /// - Throws: What is wrong with it.
  public func check() throws(InputError) {
    try InputError.throwing(slot.property.writers.flatMap { $0.checkFaults() })
  }
}

extension AnyProperty {
  /// Ends the bindings to it that were made by a key path.
  fileprivate func unbindPath() {
    for case let binding as PathBinding in writers { binding.end() }
  }
}

extension Scope {
  /// Shows all values again in this scope and the scopes below, up to boundaries.
  public func refresh() { forEachBinding { $0.refresh() } }

  /// Validates what the nodes in this scope and below hold, up to boundaries.
  ///
  /// Nodes that only display are left out.
  ///
  /// - Throws: All that is wrong with them.
  public func check() throws(InputError) {
    var faults: [Reason] = []
    forEachBinding { faults += $0.checkFaults() }
    try InputError.throwing(faults)
  }
}
