internal import InspectLink
internal import InspectSystem
internal import InspectWire

/// Where a reporter is put to the test: its program, the place where it dials, and the links.
///
/// Confined to one thread. Everything in it is this command's own: a folder, a socket, a process.
final class ReporterStage {
  let subject: ReporterSubject
  private let loop: LinkLoop
  private let folder: RuntimeFolder
  private let limits: LinkLimits
  private var program: Int32?
  /// Links that the program dialled and nobody has taken yet.
  private var arrivals: [LinkLoop.Key] = []
  /// How often the program dialled, at all.
  private(set) var dials = 0
  private var inboxes: [LinkLoop.Key: [[UInt8]]] = [:]
  private var closures: [LinkLoop.Key: LinkClosure] = [:]

  /// Makes the folder and the socket; nothing is started yet.
  init(_ subject: ReporterSubject) throws(Complaint) {
    self.subject = subject
    folder = RuntimeFolder(path: "/tmp/bindinspect-conformance-\(Environment.ownPID)")
    var limits = LinkLimits()
    // Messages above the limit have to be sent on purpose.
    limits.messageBytes = 4 * Limits.messageBytes
    limits.outboxBytes = 8 * Limits.messageBytes
    limits.takesBinary = true
    self.limits = limits
    do throws(SystemError) {
      loop = try LinkLoop()
    } catch {
      throw Complaint(.ourFault, "No links can be had: \(error.text).")
    }
    guard case .command = subject else { return }
    do throws(RuntimeFolder.Fault) { try folder.make() } catch { throw Complaint(error) }
    do throws(SystemError) {
      loop.add(LinkListener(try Socket.listen(at: Self.socket(in: folder)), limits: limits))
    } catch {
      throw Complaint(.ourFault, "Nobody can dial here: \(error.text).")
    }
    Signals.wakeAtTermination(loop.waker)
  }

  private static func socket(in folder: RuntimeFolder) -> String { folder.path(of: "hub.sock") }

  var now: Moment { loop.now }

  // MARK: The program

  /// The number of the program, while it runs; nil where none was started here.
  var pid: Int32? { program }

  /// Whether the program runs; true where it is not ours.
  var isAlive: Bool {
    guard let program else { return subject.isAddress }
    if Spawn.ended(program) != nil { self.program = nil }
    return self.program != nil
  }

  /// Starts the program.
  ///
  /// - Parameter dials: Whether it is told where to dial.
  func start(dials: Bool = true) throws(StageFault) {
    guard case .command(let words) = subject, program == nil else { return }
    var settings = [
      "BINDINSPECT=armed", "BINDINSPECT_FOLDER=\(folder.path)", "BINDINSPECT_WAIT=2000",
    ]
    settings.append(dials ? "BINDINSPECT_URL=unix:\(Self.socket(in: folder))" : "BINDINSPECT_URL=")
    do throws(SystemError) {
      program = try Spawn.detached(
        "/usr/bin/env", settings + words, output: folder.path(of: "program.log"))
    } catch {
      throw .notStarted(error.reason)
    }
  }

  /// Asks the program to end, and ends it if it does not.
  func stop() {
    guard let pid = program else { return }
    _ = ProcessTable.send(signal: Signals.terminate, to: pid)
    let limit = now.after(.microseconds(ConformanceLimits.ending))
    while isAlive, now < limit { turn(until: now.after(.microseconds(ConformanceLimits.look))) }
    // Its session is its own: whatever it started goes with it.
    _ = ProcessTable.send(signal: Signals.kill, to: -pid)
    if program != nil { _ = Spawn.wait(for: pid) }
    program = nil
    for key in arrivals { loop.remove(key) }
    arrivals = []
  }

  /// Ends everything and removes what was made.
  func clear() {
    stop()
    for key in loop.keys { loop.remove(key) }
    loop.removeListeners()
    guard case .command = subject else { return }
    // What cannot be removed is in /tmp, and does no harm there.
    for name in (try? folder.names()) ?? [] { try? folder.remove(name) }
    folder.removeIfEmpty()
  }

  /// The last line that the program wrote; empty where it wrote none.
  var lastWords: String {
    // No words are no words.
    guard
      let bytes = try? WholeFile.read(folder.path(of: "program.log"), limit: CLILimits.logBytes)
    else { return "" }
    return display(String(decoding: bytes.split(separator: 0x0A).last ?? [], as: UTF8.self))
  }

  /// The process that has advertised itself in the folder.
  func advertisement() -> Advertisement? {
    // A folder of our own: nothing in it is at fault but what the program made.
    (try? Discovery.scan(folder, removingDead: false))?.processes.first
  }

  // MARK: Links

  /// Waits for the program to dial, or dials it; the link is open then.
  func link() throws(StageFault) -> LinkLoop.Key {
    if case .address(let address) = subject { return try dial(address) }
    let limit = now.after(.microseconds(ConformanceLimits.dialling))
    while true {
      if !arrivals.isEmpty { return arrivals.removeFirst() }
      guard isAlive else { throw .ended(lastWords) }
      guard now < limit else { throw .nobodyDialled }
      try checked(turn(until: min(limit, now.after(.microseconds(ConformanceLimits.look)))))
    }
  }

  /// Dials; a reporter that is busy with an earlier link is tried again.
  func dial(_ address: LinkAddress) throws(StageFault) -> LinkLoop.Key {
    let limit = now.after(.microseconds(ConformanceLimits.dialling))
    while true {
      var closure: LinkClosure
      do throws(LinkClosure) {
        let key = loop.add(try Link(dialing: address, limits: limits, now: now))
        if let key = try opened(key, by: limit) { return key }
        closure = .lost
      } catch {
        closure = error
      }
      guard Signals.termination == nil else { throw .interrupted }
      guard now < limit else { throw .cannotDial(closure) }
      try rest()
    }
  }

  /// Waits before a reporter that was busy is dialled again.
  func rest() throws(StageFault) {
    let end = now.after(.microseconds(ConformanceLimits.redial))
    while now < end { try checked(turn(until: end)) }
  }

  /// Waits until a link is open; nil where somebody interrupted.
  private func opened(
    _ key: LinkLoop.Key, by limit: Moment
  ) throws(LinkClosure) -> LinkLoop.Key? {
    while loop[key]?.isOpen == false { if !turn(until: limit) { return nil } }
    if let closure = closures[key] { throw closure }
    return key
  }

  /// What came on a link and was not taken yet.
  func takeFrames(_ key: LinkLoop.Key) -> [[UInt8]] {
    inboxes.removeValue(forKey: key) ?? []
  }

  /// Why a link is over; nil while it is not.
  func closure(of key: LinkLoop.Key) -> LinkClosure? { closures[key] }

  subscript(key: LinkLoop.Key) -> Link? { loop[key] }

  /// Lets go of a link without a word, as if a cable were cut.
  func cut(_ key: LinkLoop.Key) {
    loop.remove(key)
    closures[key] = .lost
  }

  /// A link that the program has dialled; nil where there is none.
  func takeArrival() -> LinkLoop.Key? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

  /// Turns away whoever dialled meanwhile, without a word.
  func dropArrivals() {
    for key in arrivals { loop.remove(key) }
    arrivals = []
  }

  // MARK: Turning

  /// Waits for something to happen.
  ///
  /// - Returns: Whether it may go on: false where somebody interrupted.
  @discardableResult
  func turn(until limit: Moment) -> Bool {
    // Where polling itself fails there is nothing left to wait for.
    guard let events = try? loop.turn(until: limit) else { return false }
    for event in events {
      switch event {
      case .arrived: dials += 1
      case .link(let key, .opened): if !subject.isAddress { arrivals.append(key) }
      case .link(let key, .message(let frame)): inboxes[key, default: []].append(frame)
      case .link(let key, .binary): inboxes[key, default: []].append([])
      case .link(let key, .closed(let closure)):
        closures[key] = closure
        arrivals.removeAll { $0 == key }
      case .link(_, .drained), .refused, .woken: break
      }
    }
    return Signals.termination == nil
  }

  /// Goes on, or stops where somebody interrupted.
  func checked(_ goesOn: Bool) throws(StageFault) { if !goesOn { throw .interrupted } }
}

extension ReporterSubject {
  var isAddress: Bool { if case .address = self { true } else { false } }
}
