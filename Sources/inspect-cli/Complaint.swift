/// Why a command could not be done, as a person is told: what happened, why, what to do.
struct Complaint: Error, Equatable, Sendable {
  /// How the command ends.
  var status: ExitStatus
  /// What happened, as a sentence; foreign parts in it are fit to be shown.
  var what: String
  /// Why, as a sentence; empty where there is no more to say.
  var why: String
  /// What to do, as a sentence; empty where nothing can be done.
  var remedy: String
  /// Lines to choose from, printed after the rest: the bindings or processes that a name fits.
  var choices: [Line]

  init(
    _ status: ExitStatus, _ what: String, why: String = "", remedy: String = "",
    choices: [Line] = []
  ) {
    self.status = status
    self.what = what
    self.why = why
    self.remedy = remedy
    self.choices = choices
  }

  /// The lines for standard error.
  func lines(_ palette: Palette) -> [Line] {
    let own = { (text: String) in Line(Span(palette.own(text))) }
    var lines = [Line(Span("inspect-cli: ", .strong), Span(palette.own(what)))]
    if !why.isEmpty { lines.append(own("  " + why)) }
    if !remedy.isEmpty { lines.append(own("  " + remedy)) }
    return lines + choices
  }
}
