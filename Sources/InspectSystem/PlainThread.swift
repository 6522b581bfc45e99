private import CInspectSystem
private import Glibc

/// A thread of the C library: no Swift task, no pool, every signal left to the others.
package enum PlainThread {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Starts a thread that runs the body once and then ends; it is never joined.
  ///
  /// - Parameter name: Shown by the system's tools; at most 15 bytes.
  /// - Throws: `SystemError` where the system has no more threads; the body is then dropped.
  package static func start(
    name: String, stackBytes: Int = 256 << 10, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    let context = unsafe Unmanaged.passRetained(
      Body {
        unsafe inspect_name_thread(name)
        body()
      })
    // The new thread takes over the mask of this one, so it never runs the program's handlers.
    var all = sigset_t()
    var old = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, &attributes, { unsafe PlainThread.enter($0) }, context.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
    guard failure == 0 else {
      unsafe context.release()
      throw SystemError(call: "pthread_create", number: failure)
    }
  }

  private static func enter(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
      unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
  }

  /// Name and number of the calling thread, as the system's tools show them.
  package static var current: String {
    var bytes = [CChar](repeating: 0, count: 16)
    let number = unsafe inspect_describe_thread(&bytes)
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(name) (\(number))"
  }
}
