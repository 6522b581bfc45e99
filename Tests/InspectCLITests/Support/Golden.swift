import Foundation
import Testing

@testable import inspect_cli

/// Compares what is printed with a file under `Tests/Fixtures/cli/`.
///
/// `UPDATE_GOLDEN=1` writes the files anew; look at the difference before you commit it.
enum Golden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/cli")

  static func expect(
    _ lines: [Line], is name: String, columns: Int? = 80,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = lines.map { $0.plain + "\n" }.joined()
    try expect(text, is: name, sourceLocation: sourceLocation)
    guard let columns else { return }
    for line in lines {
      #expect(line.width <= columns, "“\(line.plain)”", sourceLocation: sourceLocation)
    }
  }

  static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name) differs", sourceLocation: sourceLocation)
  }
}
