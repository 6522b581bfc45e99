import Foundation
import InspectLink
import InspectSystem
import InspectWire
import TestSupport

/// A real browser, driven by `Tests/Programs/Browser/browser.py`.
final class Browser {
  private let program: RunningProgram

  static let path = "/usr/bin/chromium"
  static var isHere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  init(_ program: RunningProgram) { self.program = program }

  /// Loads a page; its address as the browser has it.
  @discardableResult
  func open(_ url: String) async throws -> String {
    try await ask(["open": .string(url)]).string ?? ""
  }

  /// Runs a script in the page; a promise is waited for.
  func run(_ script: String) async throws -> JSON { try await ask(["run": .string(script)]) }

  /// Makes a WebSocket in the page and tells what came of it: `open`, or how it closed.
  func webSocket(_ url: String, subprotocol: String = "bindinspect.v1") async throws -> String {
    try await run(
      """
      new Promise(done => {
        try {
          const socket = new WebSocket('\(url)', '\(subprotocol)');
          socket.onopen = () => { done('open'); socket.close(); };
          socket.onmessage = event => done('message ' + event.data);
          socket.onclose = event => done('closed ' + event.code + event.reason);
        } catch (error) { done('refused by the browser: ' + error.name); }
      })
      """
    ).string ?? ""
  }

  private func ask(_ order: JSON) async throws -> JSON {
    let before = program.lines.count
    try program.type(String(decoding: order.bytes, as: UTF8.self))
    try await eventually(
      "the browser answers", seen: { program.summary }, { program.lines.count > before })
    return try JSON.parse(Array(program.lines[before].utf8))
  }
}

/// Runs the body with a browser that has never been used before.
func withBrowser(_ body: (Browser) async throws -> Void) async throws {
  try await withTemporaryFolder { folder in
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Programs/Browser/browser.py")
    try await withProgram(
      "/usr/bin/env", ["python3", script.path, Browser.path, folder.path]
    ) { program in
      try await eventually("the browser is there", seen: { program.summary }) {
        !program.lines.isEmpty
      }
      try await body(Browser(program))
      program.closeInput()
      try await program.waitForExit()
    }
  }
}
