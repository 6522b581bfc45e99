private import Glibc

/// How many files and sockets this process may have open at once.
package enum DescriptorLimit {
  /// The limit in force.
  package static var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return 1_024
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Sets the limit, as far as the system allows; for our own programs, at their start.
  package static func set(_ count: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(clamping: count), limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
  }
}
