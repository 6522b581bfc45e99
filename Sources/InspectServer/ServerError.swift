package import InspectSystem

/// Why a server does not serve.
package enum ServerError: Error, Hashable, Sendable {
  /// The system refused a socket, a thread or a file.
  case system(SystemError)
  /// Somebody listens on the chosen port already.
  case portTaken(UInt16, by: ProcessTable.Entry?)
  /// Something that is no socket of ours stands where the socket belongs.
  case pathTaken(String)
  /// The path does not fit into a socket's address.
  case pathTooLong(path: String, bytes: Int, limit: Int)
  /// After the start a listener was found that other machines reach.
  case notLoopback(host: String, port: UInt16)
  /// Other machines are to be served at an address that this one has not.
  case notOurs(host: String)
  /// The library is one with which nobody has tried this.
  case untestedLibrary(version: String)
  /// libwebsockets did not make its context.
  case noContext
  /// It was started or stopped before.
  case notFresh

  /// What happened and what to do, as a sentence.
  package var text: String {
    switch self {
    case .system(let error): "cannot listen: \(error.text)"
    case .portTaken(let port, let holder):
      "port \(port) is in use by \(holder.map { "\($0.name) (pid \($0.pid))" } ?? "another program"); "
        + "name another one, or leave --port out for a free one"
    case .pathTaken(let path):
      "\(path) is in the way and is no socket of this user; move it away"
    case .pathTooLong(let path, let bytes, let limit):
      "the socket path \(path) has \(bytes) bytes and may have \(limit); name a shorter folder"
    case .notLoopback(let host, let port):
      "refusing to serve: a listener on \(host) port \(port) is reachable from other machines"
    case .notOurs(let host):
      "this machine has no address \(host); `ip address` lists those that it has"
    case .untestedLibrary(let version):
      "refusing to serve: this libwebsockets is version \(version), and what keeps strangers out was "
        + "tried with \(LibraryVersion.tested.joined(separator: ", ")) alone; --any-libwebsockets "
        + "serves all the same"
    case .noContext:
      "libwebsockets could not be started, or does not take the certificate and its key: both must be "
        + "PEM and fit each other"
    case .notFresh: "a server serves once"
    }
  }
}
