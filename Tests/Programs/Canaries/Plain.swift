internal import BindInspect

/// The same, with names that say nothing and without a mark.
final class Plain: Holder {
  @Bound var user: PlainUser?
  @Bound var word: String?
  @Bound var pin: String?
  @Bound var settings: [String: String] = [:]
  @Bound var logins: [PlainLogin] = []
  @Bound var state = PlainState.unknown
  @Bound var accessTitle = ""
  @Bound var session = PlainSession()
  @Bound var address: String?
  @Bound var anything = AnyHashable(0)
  @Bound var note: String? = ""

  static var members: [Member] { [] }

  func tell(_ secrets: [String], on stage: Stage) {
    let label = stage.label("path")
    label.bind("user.phrase", name: "path")
    let field = TextField(in: stage.window, name: "field")
    field.bind("user.phrase", options: .checksInput, name: "input")
    stage.inTurns { isSound in
      guard isSound else { return self.user = nil }
      self.user = PlainUser(secrets[0])
      // Refused, with a text that tells it.
      do { try field.enter(secrets[9]) } catch {}
    }
    let shown = stage.show("direct", $word, secrets[1])
    // Whoever reads what the label shows has no telling name at all.
    bind(
      shown.$text, to: $note,
      through: { (text: String?) throws(Refusal) in
        guard let text, text.isEmpty else { throw Refusal(description: "is \(text ?? "nil")") }
        return text
      }, name: "second")
    stage.show("marked", $pin, secrets[2])
    stage.fail("entry", $settings, with: ["colour": secrets[3]])
    stage.fail("element", $logins, with: [PlainLogin(name: "ann", motto: secrets[4])])
    stage.fail("payload", $state, with: .known(place: secrets[5]))
    stage.fail("text", $accessTitle, with: "x", saying: "cannot use \(secrets[6])")
    stage.fail("description", $session, with: PlainSession(subject: secrets[7]))
    stage.show("query", $address, "https://localhost/in?page=\(secrets[8])&page=2")
    stage.fail("any", $anything, with: AnyHashable(["client_city": secrets[10]]))
  }
}

/// Whose text is bound by a key path.
final class PlainUser: MemberDeclaring {
  @Bound var phrase: String

  init(_ text: String) { phrase = text }

  static var members: [Member] {
    [
      .validator("phrase") { (_: PlainUser, text: String) throws(Refusal) in
        throw Refusal(description: "\(text) is too well known")
      }
    ]
  }
}

/// An element of a list.
struct PlainLogin: Equatable {
  var name: String
  var motto: String
}

/// A case with something in it.
enum PlainState: Equatable {
  case unknown
  case known(place: String)
}

/// Describes itself, and does not say what it tells.
struct PlainSession: Equatable, CustomStringConvertible {
  var subject = ""
  var description: String { "ann/\(subject)" }
}
