import Glibc
import InspectSystem
import Testing

@Suite struct `System error` {
  @Test func `names the call, the subject and the reason`() {
    #expect(
      SystemError(call: "open", number: ENOENT, subject: "/x").text
        == "open /x: No such file or directory")
    #expect(SystemError(call: "poll", number: EINVAL).text == "poll: Invalid argument")
  }

  static let kinds: [(Int32, any KeyPath<SystemError, Bool> & Sendable)] = [
    (ENOENT, \.isMissing), (ENOTDIR, \.isMissing), (EACCES, \.isForbidden), (EPERM, \.isForbidden),
    (ECONNREFUSED, \.isRefused), (EPIPE, \.isBrokenPipe), (EFBIG, \.isTooLong),
  ]

  @Test(arguments: kinds.indices)
  func `is of one kind`(index: Int) {
    let (number, kind) = Self.kinds[index]
    let error = SystemError(call: "x", number: number)
    #expect(error[keyPath: kind])
    #expect(Set(Self.kinds.map(\.1)).count { error[keyPath: $0] } == 1)
  }
}
