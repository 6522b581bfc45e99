import InspectSystem
import Testing

@testable import InspectReporter

@Suite struct Redactions {
  @Test(arguments: [
    ("user.password", true), ("passwd", true), ("apiKey", true), ("api_key", true),
    ("API-Key", true), ("accessToken", true), ("clientSecret", true), ("credentials", true),
    ("employee.name", false), ("key", false), ("pass", false), ("", false),
  ])
  func `names tell secrets`(_ name: String, _ isSecret: Bool) {
    #expect(Redaction.isSecret(names: [name]) == isSecret)
  }

  static let telling = Verdict(
    .red, step: .target,
    reasons: [
      Reason(
        .transformerFailed,
        [
          Parameter("name", "Oops"), Parameter("error", "canary"), Parameter("input", "canary"),
          Parameter("text", "canary"),
          Parameter("value", "canary"),
        ], hint: Hint(HintCode("x"), [Parameter("value", "canary")]))
    ], lastGood: .string("canary", byteCount: 6))

  @Test func `a secret's verdict keeps all but the value`() {
    let probe = Sample.reporter().makeBinding(
      Sample.declaration(keyPath: "user.password"), verdict: Self.telling)
    let details = probe.details
    #expect(details?.lastGood == .redacted)
    #expect(
      details?.reasons.first?.parameters.map(\.value) == [
        "Oops", "redacted", "redacted", "redacted", "redacted",
      ])
    #expect(details?.reasons.first?.hint?.parameters.map(\.value) == ["redacted"])
  }

  @Test func `a mark makes a secret, also later`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration())
    var verdict = Self.telling
    verdict.marks = .secret
    probe.change(to: verdict)
    #expect(probe.details?.lastGood == .redacted)
    // There is no way back.
    verdict.marks = []
    verdict.lastGood = .bool(true)
    probe.change(to: verdict)
    #expect(probe.details?.lastGood == .redacted)
    #expect(probe.isSecret)
  }

  @Test func `a node's name, a class and a type make a secret too`() {
    let reporter = Sample.reporter()
    let scope = reporter.makeScope(name: "s")
    let node = reporter.makeNode(scope: scope, className: "Field", name: "passwordField")
    var plain = Sample.declaration("a")
    plain.scope = scope
    #expect(!reporter.makeBinding(plain).isSecret)
    plain.node = node
    #expect(reporter.makeBinding(plain).isSecret)
    let late = reporter.makeBinding(Sample.declaration("b"), verdict: Self.telling)
    late.setEndpoints(source: Endpoint(owner: "Model", property: "x", valueType: "AccessToken"))
    #expect(late.details?.lastGood == .redacted)
  }

  @Test(arguments: [
    ("https://localhost/in?token=abc&page=2", "https://localhost/in?token=redacted&page=2"),
    ("https://ann:hunter2@localhost/", "https://ann:redacted@localhost/"),
    ("Login(name: \"ann\", password: \"a, \\\"b\")", "Login(name: \"ann\", password: redacted)"),
    ("[\"apiToken\": \"abc\", \"b\": \"c\"]", "[\"apiToken\": redacted, \"b\": \"c\"]"),
    ("known(secret: [1, 2], at: 3)", "known(secret: redacted, at: 3)"),
    ("secret(\"x\")", "secret(redacted)"), ("credential: Pair(a: 1, b: 2)", "credential: redacted"),
    ("password=", "password="), ("password: \"cut in the mid", "password: redacted"),
    ("API-KEY = abc def", "API-KEY = redacted def"), ("a: b, c=d (e)", "a: b, c=d (e)"),
    ("invalid token (expired)", "invalid token (expired)"), ("", ""), ("token", "token"),
    ("token=a token=b;secret=c", "token=redacted token=redacted;secret=redacted"),
    ("password: password: x", "password: redacted"), ("://a:b@", "://a:redacted@"), ("=", "="),
  ])
  func `what a text calls a secret is left out of it`(_ text: String, _ kept: String) {
    #expect(SecretText.kept(text) == kept)
  }

  static let values: [(Value, Value)] = [
    (
      Value.dictionary(
        [Value.Entry(key: .string("apiKey", byteCount: 6), value: .int(1))], count: 1),
      Value.dictionary(
        [Value.Entry(key: .string("apiKey", byteCount: 6), value: .redacted)], count: 1)
    ),
    (
      .some(.record(type: "L", [Value.Field(label: "password", value: .int(1))])),
      .some(.record(type: "L", [Value.Field(label: "password", value: .redacted)]))
    ),
    (
      .array(
        [.enumeration(type: "E", name: "token", payload: [Value.Field(label: "", value: .none)])],
        count: 1),
      .array(
        [
          .enumeration(
            type: "E", name: "token", payload: [Value.Field(label: "", value: .redacted)])
        ], count: 1)
    ),
    (.string("token=abc", byteCount: 900), .string("token=redacted", byteCount: 14)),
    (.string("abc", byteCount: 900), .string("abc", byteCount: 900)),
    (
      .other(type: "T", description: "T(secret: 1)"),
      .other(type: "T", description: "T(secret: redacted)")
    ),
    (.error(type: "E", text: "token=1"), .error(type: "E", text: "token=redacted")),
  ]

  @Test(arguments: values.indices)
  func `what a value calls a secret is left out of it`(_ index: Int) {
    let (value, kept) = Self.values[index]
    #expect(Redaction.kept(value) == kept)
    let probe = Sample.reporter().makeBinding(
      Sample.declaration(), verdict: Verdict(.yellow, lastGood: value))
    #expect(probe.details?.lastGood == kept)
  }

  @Test func `an event of a secret tells no input`() {
    let reporter = Sample.reporter()
    let probe = reporter.makeBinding(Sample.declaration("token"))
    probe.event(Reason(ReasonCode("validation-failed"), [Parameter("value", "canary")]))
    let entry = reporter.registry.withLock { $0.history.following(0, atMost: 1).first }
    #expect(
      entry?.kind
        == .event(Reason(ReasonCode("validation-failed"), [Parameter("value", "redacted")])))
  }

  @Test func `what is no secret is told`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration(), verdict: Self.telling)
    #expect(probe.details?.lastGood == .string("canary", byteCount: 6))
  }
}
