private import CWebSockets

/// A connection of the C library; valid until its destruction is announced.
///
/// It may travel, but each operation asks for the server's isolation, so for its thread. It is no
/// identity: addresses are used again, `ConnectionID`s are not.
@safe struct SocketHandle: @unchecked Sendable {
  let wsi: OpaquePointer

  init(_ wsi: OpaquePointer) { unsafe self.wsi = wsi }

  /// Asks for one call when the socket takes bytes; several calls before it are one.
  func requestWritable(on _: isolated WebSocketServer) {
    _ = unsafe lws_callback_on_writable(wsi)
  }

  /// Ends the connection after some seconds, unless something else is said before.
  func endAfter(seconds: Int32, on _: isolated WebSocketServer) {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, seconds)
  }

  /// Ends the connection from outside of its callbacks, without a word.
  func endNow(on _: isolated WebSocketServer) {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
  }

  /// Gives the page that is being written some more seconds.
  func allowPage(seconds: Int32, on _: isolated WebSocketServer) {
    unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, seconds)
  }

  /// Says how the WebSocket ends; the callback must then return -1.
  func setClosing(code: UInt16, reason: String, on _: isolated WebSocketServer) {
    var bytes = Array(reason.utf8.prefix(ServerLimits.closeReasonBytes))
    // A reason is UTF-8 too: never cut inside a character.
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    unsafe lws_close_reason(
      wsi, lws_close_status(rawValue: UInt32(code)), &bytes, bytes.count)
  }

  /// Reads on, or leaves what comes in the kernel.
  func setReading(_ isReading: Bool, on _: isolated WebSocketServer) {
    _ = unsafe lws_rx_flow_control(wsi, isReading ? 1 : 0)
  }

  /// Ends an answer; true if the connection takes another request.
  func completeTransaction(on _: isolated WebSocketServer) -> Bool {
    unsafe lws_http_transaction_completed(wsi) == 0
  }

  // MARK: In a receive callback

  var endsFragment: Bool { unsafe lws_remaining_packet_payload(wsi) == 0 }
  var endsMessage: Bool { unsafe lws_is_final_fragment(wsi) != 0 }
  var isBinary: Bool { unsafe lws_frame_is_binary(wsi) != 0 }
}
