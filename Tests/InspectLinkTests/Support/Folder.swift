import Glibc
import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// Facts of this process, or of one that is not there.
func facts(
  pid: Int32 = Environment.ownPID, startTime: UInt64? = nil, mode: IdleMode = .armed
) -> InstanceFacts {
  InstanceFacts(
    instance: InstanceID(high: 1, low: 2), name: "Employees", pid: pid,
    startTime: startTime ?? ProcessTable.entry(of: pid)?.startTime ?? 1, host: "here", mode: mode,
    clock: ClockAnchor(moment: at(0), wallMicroseconds: 0))
}

/// A pid that no process has: above the kernel's highest.
let absentPID: Int32 = 4_194_304 + 17

/// Another user's number, for `chown`; tests that need it run as root only.
let otherUser: UInt32 = 12_345
let isRoot = geteuid() == 0

/// Ends a child of this process and buries it.
func bury(_ pid: Int32) {
  _ = ProcessTable.send(signal: Signals.kill, to: pid)
  _ = Spawn.wait(for: pid)
}
