internal import InspectLink
private import InspectSystem
private import InspectWire

/// InspectLink, either end.
enum LinkEcho {
  /// Accepts and echoes until the program is ended.
  static func serve() throws {
    let socket = try Socket.listen(onLoopbackPort: 0)
    Echo.say("port \(try Socket.port(of: socket.number))")
    let loop = try LinkLoop()
    loop.add(LinkListener(socket, limits: EchoLimits.link, admits: nil))
    while true { for event in try loop.turn(until: nil) { answer(event, in: loop) } }
  }

  /// Asks the suite how many cases it has, plays each, and has it write its report.
  static func runCases(at port: UInt16) throws {
    let loop = try LinkLoop()
    let told = try play("/getCaseCount", port, loop)
    let count = Int(told.first ?? "") ?? 0
    Echo.say("\(count) cases")
    for number in 1...max(count, 1) {
      _ = try play("/runCase?case=\(number)&agent=link-client", port, loop)
    }
    _ = try play("/updateReports?agent=link-client", port, loop)
  }

  /// Echoes on one link until its end, and returns the texts that came.
  private static func play(_ path: String, _ port: UInt16, _ loop: LinkLoop) throws -> [String] {
    let link = try Link(
      dialing: .loopback(port), path: path, subprotocol: nil, limits: EchoLimits.link, now: loop.now
    )
    let key = loop.add(link)
    var texts: [String] = []
    while loop[key] != nil {
      for event in try loop.turn(until: nil) {
        if case .link(_, .message(let text)) = event, text.count < 100 {
          texts.append(String(decoding: text, as: UTF8.self))
        }
        if path.hasPrefix("/runCase") { answer(event, in: loop) }
      }
    }
    return texts
  }

  private static func answer(_ event: LinkLoop.Event, in loop: LinkLoop) {
    switch event {
    case .link(let key, .message(let text)): _ = loop[key]?.send(text)
    case .link(let key, .binary(let bytes)): _ = loop[key]?.send(binary: bytes)
    default: break
    }
  }
}
