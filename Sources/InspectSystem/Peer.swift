private import CInspectSystem
private import Glibc

/// Who is at the other end of a Unix socket, as the kernel saw it when the link was made.
package struct Peer: Hashable, Sendable {
  /// Process, in our own pid namespace; 0 where it has no number there.
  package let pid: Int32
  /// User.
  package let user: UInt32
  /// Group.
  package let group: UInt32

  /// Takes the parts as they are.
  package init(pid: Int32, user: UInt32, group: UInt32) {
    self.pid = pid
    self.user = user
    self.group = group
  }

  /// Asks the kernel.
  package init(ofSocket number: Int32) throws(SystemError) {
    var found = inspect_peer()
    let failure = unsafe inspect_peer_of(number, &found)
    guard failure == 0 else { throw SystemError(call: "getsockopt", number: failure) }
    self.init(pid: found.pid, user: found.uid, group: found.gid)
  }

  /// Whether it runs as the user of this process.
  package var isOwnUser: Bool { user == geteuid() }

  /// The user of this process.
  package static var ownUser: UInt32 { geteuid() }
}
