import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  @Suite struct HostileRequestTests {
    @Test(arguments: HostileRequest.groups)
    func `T7: a request is answered as the rules say`(_ group: HostileRequest.Group) async throws {
      try await withDoor { door in
        for request in group.requests {
          let peer = try door.dial()
          try peer.send(request.text.replacing("PORT", with: String(door.port)))
          let head = try peer.readHead()
          if request.answer.isEmpty {
            #expect(head.isEmpty, "\(request.name): \(head)")
          } else {
            // What the library itself refuses, it refuses in HTTP/1.0.
            #expect(
              head.hasPrefix("HTTP/1.") && head.dropFirst(8).hasPrefix(" \(request.answer)"),
              "\(request.name): \(head)")
          }
          let lowered = head.lowercased()
          #expect(!lowered.contains("access-control"), "\(request.name)")
          #expect(!lowered.contains("set-cookie"), "\(request.name)")
          if !request.answer.hasPrefix("101") { #expect(!head.contains("101 "), "\(request.name)") }
          if request.answer.hasPrefix("4") {
            let rest = try peer.readToEnd()
            #expect(peer.isEnded && rest.count < 400, "\(request.name)")
          }
        }
        // Nobody was let in, and those who may come still do.
        #expect(try door.guest(.observer).processes().isEmpty)
      }
    }

    @Test func `there are more than a hundred and fifty of them`() {
      let all = HostileRequest.groups.flatMap(\.requests)
      #expect(all.count > 150)
      #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test func `T7: no path but the served ones leads anywhere`() async throws {
      try await withDoor { door in
        var random = SeededGenerator(seed: 7)
        let page = "Content-Length: \(try door.pageSize)\r\n"
        let pieces = [
          "/", "..", "%2e", "%2f", "%00", "etc", "passwd", "\\", ".", "%", "?", "#", ";", "~",
        ]
        for _ in 0..<300 {
          let path = (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
          let peer = try door.dial()
          try peer.send(RawRequest.page("Host: localhost:\(door.port)\r\n", path: "/a" + path))
          let head = try peer.readHead()
          if head.contains(" 200 ") {
            // The way up from a name that is none is the page at the top.
            #expect(head.contains(page), "\(path)")
            continue
          }
          let rest = String(decoding: try peer.readToEnd(), as: UTF8.self)
          #expect(!rest.contains("root:"), "\(path)")
        }
      }
    }
  }
}
