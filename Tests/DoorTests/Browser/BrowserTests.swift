import InspectLink
import InspectSystem
import InspectWire
import TestSupport
import Testing

extension DoorTests {
  /// What pages in a real browser can do to the daemon, and what our own page can.
  @Suite(.serialized, .enabled(if: Browser.isHere, "chromium is not installed"))
  struct Browsers {
    /// A way in which a foreign page comes about.
    enum Foreign: String, CaseIterable, Sendable {
      case otherPort, otherName, file, data, sandbox
    }

    @Test(arguments: Foreign.allCases)
    func `I1: a foreign page opens no WebSocket and reads nothing`(_ foreign: Foreign) async throws
    {
      try await withDoor { door in
        let page = "<!doctype html><title>foreign</title><p>foreign"
        let server = try PageServer(page)
        try await withBrowser { browser in
          switch foreign {
          case .otherPort: try await browser.open("http://localhost:\(server.port)/")
          case .otherName: try await browser.open("http://127.0.0.1:\(server.port)/")
          case .file:
            let path = try door.folder.write("page.html", page)
            try await browser.open("file://\(path)")
          case .data: try await browser.open("data:text/html,<p>foreign")
          case .sandbox:
            try await browser.open("http://localhost:\(server.port)/")
          }
          for host in ["localhost", "127.0.0.1", "[::1]"] {
            let address = "\(host):\(door.port)"
            let outcome =
              foreign == .sandbox
              ? try await Self.sandboxed(browser, "ws://\(address)/")
              : try await browser.webSocket("ws://\(address)/")
            #expect(outcome == "closed 1006", "\(foreign) \(host): \(outcome)")
            let read = try await browser.run(Self.reading("http://\(address)/"))
            #expect(read.string == "none opaque nothing nothing", "\(foreign) \(host): \(read)")
          }
          // Other documents may not even ask.
          if foreign == .otherPort || foreign == .otherName {
            #expect(try await browser.run("document.cookie").string == "")
          }
        }
        // Refused before the upgrade, and nobody was let in; told once, not for each try.
        #expect(try door.guest(.observer).processes().isEmpty)
        #expect(door.logged("refused-request").count >= 1)
        #expect(door.daemon.errorOutput.split(separator: "\n").count < 40)
      }
    }

    @Test func `T7: a name that is led to this machine gets nothing`() async throws {
      try await withDoor { door in
        try await withBrowser { browser in
          try await browser.open("http://evil.example:\(door.port)/")
          let text = try await browser.run("document.body.innerText").string
          #expect(text?.contains("not served here") == true, "\(String(describing: text))")
          let outcome = try await browser.webSocket("ws://evil.example:\(door.port)/")
          #expect(outcome == "closed 1006")
        }
      }
    }

    @Test func `I1: our page is let in once by its pass, and by its own token from then on`()
      async throws
    {
      try await withDoor { door in
        guard
          case .result(let answer) = try door.guest(.operator).ask({ .pass(PassRequest(id: $0)) }),
          case .pass(let pass) = answer.content
        else {
          Issue.record("no pass")
          return
        }
        try await withBrowser { browser in
          let address = "http://localhost:\(door.port)/#\(pass)"
          #expect(try await browser.open(address) == address)
          // As the viewer will do it: the pass leaves the address before it is used.
          let first = try await browser.run(Self.greeting(door, #"{pass: location.hash.slice(1)}"#))
          let token = try #require(first["token"]?.string, "\(first)")
          #expect(first["m"]?.string == "welcome")
          #expect(token != door.token && token != pass)
          let second = try await browser.run(Self.greeting(door, #"{pass: "\#(pass)"}"#))
          #expect(second["code"]?.string == "not-allowed", "\(second)")
          let again = try await browser.run(Self.greeting(door, #"{token: "\#(token)"}"#))
          #expect(again["m"]?.string == "welcome", "\(again)")
          let main = try await browser.run(Self.greeting(door, #"{token: "\#(door.token)"}"#))
          #expect(main["code"]?.string == "not-allowed", "\(main)")
          for secret in [pass, token, door.token] {
            #expect(!door.daemon.errorOutput.contains(secret))
          }
        }
      }
    }

    @Test func `T7: another server on this machine is sent nothing of ours`() async throws {
      try await withDoor { door in
        let server = try PageServer("<p>other")
        try await withBrowser { browser in
          try await browser.open("http://localhost:\(door.port)/#secret-in-the-fragment")
          _ = try await browser.run("sessionStorage.setItem('token', 'secret-of-the-session')")
          try await browser.open("http://localhost:\(server.port)/")
          let stored = try await browser.run(
            "JSON.stringify([{...sessionStorage}, {...localStorage}])")
          #expect(stored.string == "[{},{}]")
        }
        #expect(!server.requests.isEmpty)
        for request in server.requests {
          let lowered = request.lowercased()
          #expect(!lowered.contains("cookie"), "\(request)")
          #expect(!lowered.contains(":\(door.port)"), "\(request)")
          #expect(!lowered.contains("secret"), "\(request)")
        }
      }
    }

    // MARK: Scripts

    /// Tries to read by fetch, by an image and by a script; words for what came of each.
    private static func reading(_ url: String) -> String {
      """
      (async () => {
        const read = await fetch('\(url)').then(a => a.text()).catch(() => 'none');
        const blind = await fetch('\(url)', {mode: 'no-cors', method: 'POST', body: 'x'})
          .then(a => a.type).catch(() => 'opaque');
        const element = name => new Promise(done => {
          const made = document.createElement(name);
          made.onload = () => done('loaded'); made.onerror = () => done('nothing');
          made.src = '\(url)'; document.body.append(made);
        });
        return [read, blind, await element('img'), await element('script')].join(' ');
      })()
      """
    }

    /// Opens a WebSocket from a frame that is kept apart from its page, so that its origin is `null`.
    private static func sandboxed(_ browser: Browser, _ url: String) async throws -> String {
      let script = """
        const socket = new WebSocket('\(url)', 'bindinspect.v1');
        socket.onopen = () => parent.postMessage('open', '*');
        socket.onclose = event => parent.postMessage('closed ' + event.code + event.reason, '*');
        """
      return try await browser.run(
        """
        new Promise(done => {
          addEventListener('message', event => done(event.data), {once: true});
          const frame = document.createElement('iframe');
          frame.sandbox = 'allow-scripts';
          frame.srcdoc = `<script>\(script)</` + `script>`;
          document.body.append(frame);
        })
        """
      ).string ?? ""
    }

    /// Greets over a WebSocket of the page and gives the first answer.
    private static func greeting(_ door: Door, _ fields: String) -> String {
      """
      new Promise(done => {
        const fields = \(fields);
        history.replaceState(null, '', location.pathname);
        const socket = new WebSocket('ws://' + location.host + '/', 'bindinspect.v1');
        socket.onopen = () => socket.send(JSON.stringify(
          {m: 'hello', role: 'observer', protocol: [1, 1], ...fields}));
        socket.onmessage = event => { done(JSON.parse(event.data)); socket.close(); };
        socket.onclose = event => done({m: 'closed', code: '' + event.code});
      })
      """
    }
  }
}
