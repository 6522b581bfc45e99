import InspectSystem
import InspectWire

/// What a program says of its own bindings, without any help of the tool.
struct Truth: Sendable {
  let pid: Int32
  let colours: [BindingID: Colour]

  /// Reads lines of an id and a colour; the last line counts them.
  init(pid: Int32, _ path: String) throws {
    self.pid = pid
    let bytes = try WholeFile.read(path, limit: 64 << 20)
    let text = String(decoding: bytes, as: UTF8.self)
    var colours: [BindingID: Colour] = [:]
    let lines = text.split(separator: "\n")
    for line in lines.dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 2, let id = UInt64(words[0]),
        let colour = UInt8(words[1]).flatMap(Colour.init(rawValue:))
      else { throw Broken("\(path) holds “\(line)”") }
      colours[BindingID(id)] = colour
    }
    guard lines.last == "\(colours.count) bindings" else { throw Broken("\(path) is not whole") }
    self.colours = colours
  }

  /// What an observer's process differs in.
  func differences(from process: ObservedProcess) -> [String] {
    var found: [String] = []
    for (id, colour) in colours where process.model.colour(of: id) != colour {
      // What has ended may have been forgotten by now.
      if colour == .grey, process.model.colour(of: id) == nil { continue }
      let seen = process.model.colour(of: id).map { "\($0)" } ?? "nothing"
      found.append("\(pid)/\(id) is \(colour), seen \(seen)")
    }
    for binding in process.model.bindings where colours[binding.id] == nil {
      found.append("\(pid)/\(binding.id) does not exist")
    }
    return found
  }
}
