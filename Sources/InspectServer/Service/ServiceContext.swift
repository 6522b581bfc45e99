private import CWebSockets
private import Glibc
private import InspectSystem

/// The C context and everything that it borrows from us, with one lifetime.
///
/// Used on the service thread alone. It listens to nothing: connections are adopted.
@safe final class ServiceContext {
  private unowned let server: WebSocketServer
  private let protocols: UnsafeMutablePointer<lws_protocols>
  private let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
  private let timer: UnsafeMutablePointer<cws_timer>
  private var names: [UnsafeMutablePointer<CChar>?] = unsafe []
  private var context: OpaquePointer?
  private var host: OpaquePointer?
  /// Where connections of other machines belong, which speak TLS.
  private var remoteHost: OpaquePointer?
  /// Bytes on their way out, after the room that the library needs before them.
  private var outgoing: [UInt8] = []

  /// Makes the context; nil where the library does not.
  init?(serving server: WebSocketServer, _ configuration: ServerConfiguration) {
    self.server = server
    for name in ["http", AcceptRules.subprotocol, "inspectord"] {
      unsafe names.append(strdup(name))
    }
    unsafe protocols = .allocate(capacity: 3)
    unsafe protocols.initialize(repeating: lws_protocols(), count: 3)
    for place in 0..<2 {
      unsafe protocols[place].name = unsafe UnsafePointer(names[place])
      unsafe protocols[place].callback = { wsi, reason, _, bytes, count in
        unsafe serviceCallback(wsi, reason, bytes, count)
      }
      unsafe protocols[place].rx_buffer_size = ServerLimits.receiveBytes
      unsafe protocols[place].tx_packet_size = ServerLimits.sendBytes
    }
    unsafe idlePolicy = .allocate(capacity: 1)
    unsafe idlePolicy.initialize(to: lws_retry_bo_t())
    unsafe idlePolicy.pointee.secs_since_valid_ping = configuration.pingSeconds
    unsafe idlePolicy.pointee.secs_since_valid_hangup = configuration.hangUpSeconds
    unsafe timer = .allocate(capacity: 1)
    unsafe timer.initialize(to: cws_timer())

    var info = unsafe lws_context_creation_info()
    unsafe info.port = Int32(cws_no_listening)
    unsafe info.options = cws_context_options(configuration.remote != nil)
    unsafe info.protocols = unsafe UnsafePointer(protocols)
    unsafe info.retry_and_idle_policy = unsafe UnsafePointer(idlePolicy)
    unsafe info.server_string = unsafe UnsafePointer(names[2])
    unsafe info.vhost_name = unsafe UnsafePointer(names[2])
    unsafe info.gid = -1
    unsafe info.uid = -1
    unsafe info.timeout_secs = UInt32(configuration.handshakeSeconds)
    unsafe info.timeout_secs_ah_idle = UInt32(configuration.handshakeSeconds)
    unsafe info.keepalive_timeout = configuration.handshakeSeconds
    // A number below the process's limit makes the library search its table at every event.
    unsafe info.fd_limit_per_thread = UInt32(
      min(DescriptorLimit.current, ServerLimits.descriptors))
    unsafe info.max_http_header_pool = ServerLimits.headerPool
    unsafe info.max_http_header_data = ServerLimits.headerBytes
    unsafe info.pt_serv_buf_size = UInt32(ServerLimits.sendBytes)
    unsafe info.user = Unmanaged.passUnretained(self).toOpaque()
    unsafe timer.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    unsafe context = unsafe lws_create_context(&info)
    if let context = unsafe context { unsafe host = unsafe lws_create_vhost(context, &info) }
    if let remote = configuration.remote { unsafe openRemote(remote, &info) }
    guard unsafe host != nil, unsafe configuration.remote == nil || remoteHost != nil else {
      close()
      return nil
    }
  }

  private func openRemote(
    _ remote: RemoteConfiguration, _ info: inout lws_context_creation_info
  ) {
    guard let context = unsafe context,
      unsafe cws_pair_fits(remote.certificate, remote.key)
    else { return }
    for text in ["remote", remote.certificate, remote.key, "http/1.1"] {
      unsafe names.append(strdup(text))
    }
    unsafe info.vhost_name = unsafe UnsafePointer(names[3])
    unsafe info.ssl_cert_filepath = unsafe UnsafePointer(names[4])
    unsafe info.ssl_private_key_filepath = unsafe UnsafePointer(names[5])
    // Else HTTP/2 would be agreed on, with its faults.
    unsafe info.alpn = unsafe UnsafePointer(names[6])
    unsafe remoteHost = unsafe lws_create_vhost(context, &info)
  }

  /// Destroys the C context; the last callbacks of its connections arrive during this call.
  func close() {
    guard let context = unsafe context else { return }
    setTimer(microseconds: nil)
    unsafe self.context = nil
    unsafe lws_context_destroy(context)
  }

  deinit {
    unsafe precondition(context == nil, "a context is closed before it is dropped")
    unsafe protocols.deallocate()
    unsafe idlePolicy.deallocate()
    unsafe timer.deallocate()
    unsafe names.forEach { unsafe free($0) }
  }

  /// Serves whatever is ready, sleeping until something is; false when the library gives up.
  func service() -> Bool { unsafe lws_service(context, 0) >= 0 }

  /// Wakes `service` from any thread.
  var bell: ServiceBell? { unsafe context.map { unsafe ServiceBell($0) } }

  /// Makes an accepted socket a connection of that number; nil, and closed, where that fails.
  func adopt(_ socket: Int32, as id: ConnectionID, isRemote: Bool) -> SocketHandle? {
    let host = unsafe isRemote ? remoteHost : host
    return unsafe cws_adopt(host, socket, UInt(id.rawValue), isRemote)
      .map { unsafe SocketHandle($0) }
  }

  /// Calls the server after that time; nil calls it off.
  func setTimer(microseconds: Int64?) {
    guard let context = unsafe context else { return }
    // The library's sign for calling off is -1.
    unsafe lws_sul_schedule(
      context, 0, &timer.pointee.entry,
      { entry in unsafe timerCallback(entry) }, microseconds.map { max(1, $0) } ?? -1)
  }

  /// Writes a whole text frame; the library keeps what the kernel does not take.
  ///
  /// One write per writable callback: a second one is rejected (README.coding, "oneper").
  func write(_ frame: [UInt8], to handle: SocketHandle) -> Bool {
    write(frame[...], to: handle, LWS_WRITE_TEXT)
  }

  /// Writes a whole binary frame, likewise.
  func write(binary frame: [UInt8], to handle: SocketHandle) -> Bool {
    write(frame[...], to: handle, LWS_WRITE_BINARY)
  }

  /// Writes a piece of an answer to a request.
  func writeAnswer(_ piece: ArraySlice<UInt8>, to handle: SocketHandle, isLast: Bool) -> Bool {
    write(piece, to: handle, isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, to handle: SocketHandle, _ kind: lws_write_protocol
  ) -> Bool {
    let room = cws_write_padding()
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= ServerLimits.sendBytes * 2)
    outgoing.append(contentsOf: repeatElement(0, count: room))
    outgoing.append(contentsOf: bytes)
    return unsafe outgoing.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let done = unsafe lws_write(handle.wsi, base + room, bytes.count, kind)
      return Int(done) >= bytes.count
    }
  }

  // MARK: From the callbacks

  fileprivate func timerFired() { server.assumeIsolated { $0.deadlineCame() } }

  fileprivate func handle(
    _ reason: lws_callback_reasons, _ handle: SocketHandle, _ id: ConnectionID,
    _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
      // Zero length: an upgrade that the library does not know, and its memory may be gone.
      guard RequestHead.namesUpgrade(handle) else { return -1 }
      return server.assumeIsolated { $0.requestedUpgrade(id, RequestHead(of: handle)) }.value
    case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
      return server.assumeIsolated { $0.requestedPage(id, RequestHead(of: handle)) }.value
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
      return server.assumeIsolated { $0.isApproved(id) } ? 0 : -1
    case LWS_CALLBACK_HTTP, LWS_CALLBACK_HTTP_WRITEABLE:
      return server.assumeIsolated { $0.writePage(id) }.value
    case LWS_CALLBACK_ESTABLISHED:
      return server.assumeIsolated { $0.established(id) }.value
    case LWS_CALLBACK_RECEIVE:
      let piece = unsafe Array(bytes)
      return server.assumeIsolated { $0.received(id, piece) }.value
    case LWS_CALLBACK_SERVER_WRITEABLE:
      return server.assumeIsolated { $0.writable(id) }.value
    case LWS_CALLBACK_CLOSED:
      server.assumeIsolated { $0.noteClosed(id) }
      return 0
    case LWS_CALLBACK_WSI_DESTROY:
      server.assumeIsolated { $0.noteDestroyed(id) }
      return 0
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_SKT_BIND_PROTOCOL, LWS_CALLBACK_RAW_RX,
      LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_BODY_COMPLETION:
      // `CONNECT` and bodies: a raw socket would never time out.
      return -1
    default: return 0
    }
  }
}

// Not in a type: a C callback inside a static method crashes the compiler (6.3.1), and one written
// in a main-actor context traps on another thread.
private func serviceCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ bytes: UnsafeMutableRawPointer?,
  _ count: Int
) -> Int32 {
  guard let wsi = unsafe wsi, let user = unsafe cws_context_user(wsi) else { return 0 }
  let number = unsafe cws_number(wsi)
  // What the library makes for itself has no number.
  guard number != 0 else { return 0 }
  let context = unsafe Unmanaged<ServiceContext>.fromOpaque(user).takeUnretainedValue()
  let input = unsafe UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  return unsafe context.handle(
    reason, SocketHandle(wsi), ConnectionID(UInt64(number)), input)
}

private func timerCallback(_ entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?) {
  guard let entry = unsafe entry, let owner = unsafe cws_timer_owner(entry) else { return }
  unsafe Unmanaged<ServiceContext>.fromOpaque(owner).takeUnretainedValue().timerFired()
}
