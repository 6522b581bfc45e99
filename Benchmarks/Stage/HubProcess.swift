internal import InspectSystem

/// A daemon of its own, and what it has cost so far.
package struct HubProcess: Sendable {
  private let companion: Companion

  fileprivate init(_ program: String, _ folder: RuntimeFolder) {
    companion = Companion(program, ["--folder", folder.path])
    companion.waitUntilServed(at: folder.path(of: "daemon.sock"))
  }

  private var costs: OtherProcess { OtherProcess(pid: companion.pid) }

  /// Seconds of processor time, for the program and by the kernel in its name.
  package var processorSeconds: Double { costs.processorSeconds }

  /// Bytes of memory that it alone has.
  package var anonymousBytes: Int { costs.anonymousBytes }

  /// Descriptors that it has open.
  package var descriptors: Int { costs.descriptors }

  /// Ends it; it has to run still.
  package func end() { companion.end() }
}

extension Stage {
  /// Starts a daemon in the stage's folder and waits until it can be dialled.
  package func hub() -> HubProcess { HubProcess(path("inspectord"), folder) }
}
