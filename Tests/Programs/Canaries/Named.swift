internal import BindInspect

/// Everything has the name of what it is, or a mark.
final class Named: Holder {
  @Bound var user: NamedUser?
  @Bound var password: String?
  @Bound var pin: String?
  @Bound var settings: [String: String] = [:]
  @Bound var logins: [NamedLogin] = []
  @Bound var state = NamedState.unknown
  @Bound var accessToken = ""
  @Bound var session = NamedSession()
  @Bound var address: String?
  @Bound var anything = AnyHashable(0)
  @Bound var note: String? = ""

  static var members: [Member] { [] }

  func tell(_ secrets: [String], on stage: Stage) {
    let label = stage.label("path")
    label.bind("user.passphrase", name: "path")
    let field = TextField(in: stage.window, name: "field")
    field.bind("user.passphrase", options: .checksInput, name: "input")
    stage.inTurns { isSound in
      guard isSound else { return self.user = nil }
      self.user = NamedUser(secrets[0])
      // Refused, with a text that tells it.
      do { try field.enter(secrets[9]) } catch {}
    }
    $pin.keepSecret()
    let shown = stage.show("direct", $password, secrets[1])
    // Whoever reads what the label shows has no telling name at all.
    bind(
      shown.$text, to: $note,
      through: { (text: String?) throws(Refusal) in
        guard let text, text.isEmpty else { throw Refusal(description: "is \(text ?? "nil")") }
        return text
      }, name: "second")
    stage.show("marked", $pin, secrets[2])
    stage.fail("entry", $settings, with: ["apiToken": secrets[3]])
    stage.fail("element", $logins, with: [NamedLogin(name: "ann", password: secrets[4])])
    stage.fail("payload", $state, with: .known(secret: secrets[5]))
    stage.fail("text", $accessToken, with: "x", saying: "cannot use \(secrets[6])")
    stage.fail("description", $session, with: NamedSession(credential: secrets[7]))
    stage.show("query", $address, "https://localhost/in?token=\(secrets[8])&page=2")
    stage.fail("any", $anything, with: AnyHashable(["client_secret": secrets[10]]))
  }
}

/// Whose text is bound by a key path.
final class NamedUser: MemberDeclaring {
  @Bound var passphrase: String

  init(_ text: String) { passphrase = text }

  static var members: [Member] {
    [
      .validator("passphrase") { (_: NamedUser, text: String) throws(Refusal) in
        throw Refusal(description: "\(text) is too well known")
      }
    ]
  }
}

/// An element of a list.
struct NamedLogin: Equatable {
  var name: String
  var password: String
}

/// A case with something in it.
enum NamedState: Equatable {
  case unknown
  case known(secret: String)
}

/// Describes itself, and does not say what it tells.
struct NamedSession: Equatable, CustomStringConvertible {
  var credential = ""
  var description: String { "ann/\(credential)" }
}
