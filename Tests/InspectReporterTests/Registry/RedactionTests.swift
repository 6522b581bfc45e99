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
          Parameter("error", "Oops"), Parameter("input", "canary"), Parameter("text", "canary"),
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
        "Oops", "redacted", "redacted", "redacted",
      ])
    #expect(details?.reasons.first?.hint?.parameters.map(\.value) == ["redacted"])
  }

  @Test func `a mark makes a secret, also later`() {
    let probe = Sample.reporter().makeBinding(Sample.declaration())
    var verdict = Self.telling
    verdict.marks = .secret
    probe.change(to: verdict)
    #expect(probe.details?.lastGood == .redacted)
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
