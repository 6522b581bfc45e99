import Foundation
import InspectServer
import InspectSystem
import InspectWire
import TestSupport
import Testing

@Suite struct Listening {
  @Test func `the kernel lists loopback and nothing else`() throws {
    let host = try TestServer()
    let found = try BoundAddress.listenersOfThisProcess().filter { $0.port == host.port }
    #expect(Set(found.map(\.host)) == (host.address.hasV6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"]))
    #expect(found.filter { !$0.isLoopback }.isEmpty)
  }

  @Test func `without a port there is none`() throws {
    let host = try TestServer(port: nil)
    #expect(host.address.port == nil)
    try host.dialUnix().upgrade()
  }

  @Test func `a chosen port is taken, and a second server says so`() throws {
    let first = try TestServer()
    let port = first.port
    let error = #expect(throws: ServerError.self) { try TestServer(port: port) }
    #expect(error == .portTaken(port, by: ProcessTable.entry(of: Environment.ownPID)))
    #expect(error?.text.contains("port \(port) is in use") == true)
  }

  @Test func `the socket file is the owner's alone`() throws {
    let host = try TestServer()
    let facts = try FileManager.default.attributesOfItem(atPath: host.address.socketPath)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    #expect(facts[.type] as? FileAttributeType == .typeSocket)
  }

  @Test func `the mask of new files opens it to nobody`() async {
    await #expect(processExitsWith: .success) {
      umask(0)
      let host = try TestServer()
      let facts = try FileManager.default.attributesOfItem(atPath: host.address.socketPath)
      precondition(facts[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: ["file", "folder", "link", "fifo"])
  func `what is no socket stays where it is`(_ kind: String) throws {
    let folder = try OwnFolder()
    let path = folder.path(of: "d.sock")
    let precious = folder.path(of: "precious")
    try "precious".write(toFile: precious, atomically: true, encoding: .utf8)
    switch kind {
    case "file": try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: precious)
    default: mkfifo(path, 0o600)
    }
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let server = try Self.server(at: path)
    #expect(throws: ServerError.pathTaken(path)) { try TestServer.start(server, in: folder) }
    let after = try FileManager.default.attributesOfItem(atPath: path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
  }

  @Test func `a dead one's socket is taken over`() throws {
    let folder = try OwnFolder()
    let path = folder.path(of: "d.sock")
    _ = try Socket.listen(at: path)
    let server = try Self.server(at: path)
    _ = try TestServer.start(server, in: folder)
    try RawPeer(path: path).upgrade()
    server.stop()
    server.waitUntilEnded()
  }

  @Test func `a path of 107 bytes fits and one of 108 is named too long`() throws {
    let folder = try OwnFolder()
    let room = 107 - folder.path.utf8.count - 1
    let fitting = folder.path(of: String(repeating: "s", count: room))
    let server = try Self.server(at: fitting)
    _ = try TestServer.start(server, in: folder)
    try RawPeer(path: fitting).upgrade()
    server.stop()
    server.waitUntilEnded()
    let long = try Self.server(at: fitting + "s")
    #expect(throws: ServerError.pathTooLong(path: fitting + "s", bytes: 108, limit: 107)) {
      try TestServer.start(long, in: folder)
    }
  }

  @Test func `another one's socket at the path is left there at the end`() throws {
    let host = try TestServer()
    let path = host.address.socketPath
    try FileManager.default.removeItem(atPath: path)
    let other = try Socket.listen(at: path)
    host.server.stop()
    host.server.waitUntilEnded()
    #expect(FileManager.default.fileExists(atPath: path))
    _ = consume other
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `another user gets nothing, even where the file lets them in`() throws {
    let host = try TestServer()
    chmod(host.folder.path, 0o755)
    chmod(host.address.socketPath, 0o666)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.settimeout(20)
      try: s.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
      except OSError: pass
      try: print("got", len(s.recv(100)))
      except OSError: print("got", 0)
      """
    let output = try Spawn.output(
      of: "/usr/bin/setpriv",
      [
        "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script,
        host.address.socketPath,
      ])
    #expect(String(decoding: output.bytes, as: UTF8.self) == "got 0\n")
    #expect(host.seen.withLock { $0.opened.isEmpty })
    try eventuallyHere("a line in the log") {
      host.log.withLock { $0.contains { $0.kind == "foreign-user" && $0.text.contains("65534") } }
    }
  }

  private static func server(at path: String) throws -> WebSocketServer {
    try WebSocketServer(
      configuration: ServerConfiguration(
        socketPath: path, port: nil, pages: [:], log: { _ in },
        clock: { Moment(microseconds: SystemClock.monotonicMicroseconds) }),
      handler: EchoHandler(Lock(EchoHandler.Seen())))
  }
}
