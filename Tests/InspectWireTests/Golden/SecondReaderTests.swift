internal import Foundation
internal import Testing

/// The golden frames are read by a reader of another author in another language.
@Suite struct SecondReaderTests {
  private func check(_ folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = Fixtures.root.appending(path: "Examples/PythonReporter/check_wire.py")
    process.arguments = ["python3", "-B", script.path, folder.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func `J1: a second reader makes of every golden frame what ours does`() throws {
    let (status, output) = try check(Fixtures.frames)
    #expect(status == 0, "\(output)")
    #expect(output.contains(": 0 differences"))
  }

  @Test func `a golden frame that says something else is noticed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.copyItem(at: Fixtures.frames, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "status.jsonl")
    let frames = try String(contentsOf: file, encoding: .utf8)
    try frames.replacing("7000456", with: "7000457").write(
      to: file, atomically: true, encoding: .utf8)
    let (status, output) = try check(folder)
    #expect(status == 1)
    #expect(output.contains("status.jsonl"), "\(output)")
  }
}
