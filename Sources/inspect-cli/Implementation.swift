/// What this program calls itself, to people and to daemons.
enum Implementation {
  /// Version of the package.
  static let version = "0.1.0"
  /// Name and version.
  static let name = "inspect-cli \(version)"
}
