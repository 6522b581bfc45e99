import Foundation
import TestSupport

/// A terminal of 200 by 50, as permissive as one can be, in which a script runs.
struct Screen {
  /// All that is on it and above, with the attributes as escape sequences.
  let text: String
  /// Its state by the names of its formats: title, modes, cursor.
  let state: [String: String]
  /// What a program has put into its clipboard.
  let clipboard: String
  /// What it has answered to programs that asked.
  let replies: String

  private static let formats = [
    "pane_title", "window_name", "alternate_on", "insert_flag", "keypad_flag", "origin_flag",
    "wrap_flag", "mouse_any_flag", "cursor_flag", "cursor_x", "scroll_region_upper", "pane_dead",
    "pane_tabs",
  ]

  /// Runs the lines of a shell script in a terminal and waits for its end.
  static func running(_ lines: [String], in folder: TemporaryFolder) async throws -> Screen {
    let script = try folder.write(
      "script",
      """
      stty -echo -icanon min 0 time 3
      \(lines.joined(separator: "\n"))
      head -c 4096 >"\(folder.path("replies"))"
      echo >"\(folder.path("done"))"
      while sleep 1; do :; done
      """)
    let socket = folder.path("tmux")
    func tmux(_ words: String...) async throws -> String {
      let run = try await runProgram(
        "/usr/bin/tmux", ["-u", "-S", socket, "-f", "/dev/null"] + words,
        environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"])
      guard run.status == 0 else { throw WaitFailure("tmux \(words): \(run)") }
      return run.output
    }
    _ = try await tmux(
      "start-server", ";", "set", "-g", "history-limit", "100000", ";", "set", "-s",
      "set-clipboard", "on", ";",
      "set", "-g", "allow-rename", "on", ";", "set", "-g", "allow-passthrough", "on", ";",
      "set", "-g", "remain-on-exit", "on", ";", "set", "-g", "automatic-rename", "off", ";",
      "new-session", "-d", "-x", "200", "-y", "50", "-n", "mine", "/bin/sh \(script)")
    do {
      try await eventually("the script ends", seen: { try await tmux("capture-pane", "-p") }) {
        FileManager.default.fileExists(atPath: folder.path("done"))
      }
      let told = try await tmux(
        "display-message", "-p", formats.map { "\($0)=#{\($0)}" }.joined(separator: "|||"))
      let screen = Screen(
        text: try await tmux("capture-pane", "-p", "-e", "-J", "-S", "-"),
        state: Dictionary(
          told.dropLast().split(separator: "|||").map { each in
            let parts = each.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts.last ?? ""))
          }, uniquingKeysWith: { $1 }),
        clipboard: try await tmux("list-buffers"), replies: try folder.read("replies"))
      _ = try await tmux("kill-server")
      return screen
    } catch {
      _ = try? await tmux("kill-server")  // The first error is what matters.
      throw error
    }
  }

  /// Escape sequences in the captured text that are no attributes of ours.
  var foreignAttributes: [Substring] {
    let own: Set = ["", "0", "1", "2", "22", "31", "32", "33", "39", "49"]
    return text.matches(of: /\u{1b}(\[[0-9;:?]*.|.)/).map(\.output.0).filter { sequence in
      guard sequence.hasPrefix("\u{1b}["), sequence.hasSuffix("m") else { return true }
      return !sequence.dropFirst(2).dropLast().split(separator: ";").allSatisfy {
        own.contains(String($0))
      }
    }
  }

  /// The lines without attributes.
  var lines: [Substring] {
    text.replacing(/\u{1b}\[[0-9;:]*m/, with: "").split(
      separator: "\n", omittingEmptySubsequences: false)
  }
}
