internal import InspectSystem

/// How other machines are served: by TLS alone, at one address that somebody named.
package struct RemoteConfiguration: Hashable, Sendable {
  /// Numeric address of this machine, without brackets; no wildcard.
  package var address: String
  /// Port; 0 for a free one.
  package var port: UInt16
  /// Name by which others call this machine, besides its address; nil if there is none.
  package var name: String?
  /// Path of the certificate's chain, in PEM.
  package var certificate: String
  /// Path of its key, in PEM, readable by the owner alone.
  package var key: String

  /// Takes the parts as they are.
  package init(
    address: String, port: UInt16, name: String?, certificate: String, key: String
  ) {
    self.address = address
    self.port = port
    self.name = name
    self.certificate = certificate
    self.key = key
  }
}
