internal import InspectReporter

/// What is known of a binding: all that its status is made from, and nothing else.
///
/// A value. Gathering it looks at objects; judging it (`Facts.verdict`) does not.
struct Facts {
  /// The key path as it was declared.
  var path: String
  /// The transformer's name as it was declared; nil if there is none.
  var transformerName: String?
  /// Class and property of the target.
  var target: String
  /// Types that the target takes.
  var accepted: AcceptedTypes

  var owner = Owner.notFound(trail: [], hint: nil)
  var segments = Segments.whole
  var source = Source.unknown
  var transformer = Transformer.none
  var value = Value.notYet
  var notification = Notification.tells
  var propagation = Propagation.waiting
  /// Why updates do not come to rest; nil if they do.
  var unrest: Reason?
  /// Transformers in reach that would make the target's type of the source's.
  var fitting: Fitting?
  /// What is true of the binding beside its colour.
  var marks: Marks = []

  // What is rare is `indirect`: so facts stay small, and most of them are copied without counting.

  enum Owner {
    case found(className: String)
    /// Everybody was asked up to the boundary.
    indirect case notFound(trail: [Candidate], hint: Hint?)
    /// Somebody who may answer may come yet.
    indirect case open(trail: [Candidate])
  }

  enum Segments {
    case whole
    /// The object at that segment is nil.
    indirect case nilObject(segment: String)
    /// The object is there and has no such segment.
    indirect case unknown(
      segment: String, className: String, trail: [Candidate], hint: Hint?)
  }

  enum Source {
    /// Nobody could be asked yet.
    case unknown
    case property(ValueType, className: String)
    case getter(ValueType, className: String)
  }

  enum Transformer {
    case none
    /// Found, with the type it makes, where that is declared.
    case found(output: (any Any.Type)?)
    /// Found nowhere so far, and an object or scope that may supply it is missing.
    indirect case open(Reason)
    indirect case failed(Reason)
  }

  /// The value to be shown, transformed if there is a transformer.
  enum Value {
    case notYet
    case none
    case some(type: any Any.Type)
  }

  enum Notification {
    case tells
    /// Refreshed by hand, or constant.
    case declared
    case silent
  }

  enum Propagation {
    case waiting
    case taken
    indirect case failed(Reason)
  }

  /// Names of transformers, and the class that has them.
  struct Fitting {
    var names: [String]
    var className: String
  }
}
