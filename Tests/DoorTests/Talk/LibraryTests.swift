import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  @Suite struct Libraries {
    @Test func `a library that was not tested is refused, unless that is asked for`() async throws {
      try await withTemporaryFolder { folder in
        try folder.write(
          "other.c", "const char *lws_get_library_version(void) { return \"4.3.5-other\"; }")
        let library = folder.path("other.so")
        let made = try await runProgram(
          "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, folder.path("other.c")])
        #expect(made.status == 0, "\(made)")
        let runtime = try folder.makeFolder("runtime")
        let run = try await runProgram(
          "inspectord", ["--folder", runtime], environment: ["LD_PRELOAD": library])
        #expect(run.status == 6, "\(run)")
        #expect(run.errorOutput.contains("4.3.5-other") && run.errorOutput.contains("4.1.6"))
        try await withDoor(["--any-libwebsockets"], environment: ["LD_PRELOAD": library]) { door in
          let found = try door.guest(.observer).processes()
          #expect(found.isEmpty)
        }
      }
    }
  }
}
