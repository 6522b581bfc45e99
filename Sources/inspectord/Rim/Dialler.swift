internal import InspectLink
internal import InspectServer
internal import InspectSystem
internal import InspectWire

/// Finds and dials processes, on a thread of its own; what happens is posted to the hub.
final class Dialler: Sendable {
  /// What it is told to do.
  enum Order: Sendable {
    case find(DialRequest)
    case connect(InstanceID)
    case letGo(InstanceID)
    case meet(InstanceFacts)
    case watch(InstanceFacts)
    case unwatch(InstanceID)
    case send(PeerID, [UInt8])
    case close(PeerID, code: UInt16, reason: String)
    case resume(PeerID)
    case stop
  }

  private let orders = Lock<[Order]>([])
  private let waker: Waker

  init() throws(SystemError) { waker = try Waker() }

  /// Starts the thread.
  func start(_ folder: RuntimeFolder, for server: WebSocketServer) throws(SystemError) {
    try PlainThread.start(name: "dial", stackBytes: 1 << 20) { [self] in
      // Without poll there is nothing that could be dialled; the daemon still serves who dials in.
      try? DialStation(self, folder, server, waker).run()
    }
  }

  /// Gives an order; any thread may. They are done in the order in which one thread gives them.
  func order(_ order: Order) {
    orders.withLock { $0.append(order) }
    waker.wake()
  }

  func takeOrders() -> [Order] {
    orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
  }
}
