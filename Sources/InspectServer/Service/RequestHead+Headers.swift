private import CWebSockets

extension RequestHead {
  /// Reads the headers of the request that a callback is about.
  ///
  /// Only tokens are asked for. The callback's own pointer is never followed: after an unknown
  /// upgrade on a kept-alive connection it leads to freed memory (CVE-2025-11677).
  init(of handle: SocketHandle) {
    func field(_ token: lws_token_indexes) -> Field { Self.field(token, of: handle) }
    self.init()
    isGet =
      field(WSI_TOKEN_GET_URI) != .absent
      && [
        WSI_TOKEN_POST_URI, WSI_TOKEN_HEAD_URI, WSI_TOKEN_PUT_URI, WSI_TOKEN_PATCH_URI,
        WSI_TOKEN_DELETE_URI, WSI_TOKEN_OPTIONS_URI, WSI_TOKEN_CONNECT,
      ].allSatisfy { field($0) == .absent }
    path = field(WSI_TOKEN_GET_URI).text ?? ""
    version = field(WSI_TOKEN_HTTP)
    host = field(WSI_TOKEN_HOST)
    origin = field(WSI_TOKEN_ORIGIN)
    connection = field(WSI_TOKEN_CONNECTION)
    upgrade = field(WSI_TOKEN_UPGRADE)
    webSocketVersion = field(WSI_TOKEN_VERSION)
    webSocketKey = field(WSI_TOKEN_KEY)
    subprotocol = field(WSI_TOKEN_PROTOCOL)
    announcesBody =
      field(WSI_TOKEN_HTTP_CONTENT_LENGTH) != .absent
      || field(WSI_TOKEN_HTTP_TRANSFER_ENCODING) != .absent
  }

  /// Whether the request asks for an upgrade of a name that the library knows.
  static func namesUpgrade(_ handle: SocketHandle) -> Bool {
    unsafe lws_hdr_total_length(handle.wsi, WSI_TOKEN_UPGRADE) > 0
  }

  private static func field(_ token: lws_token_indexes, of handle: SocketHandle) -> Field {
    let length = Int(unsafe lws_hdr_fragment_length(handle.wsi, token, 0))
    let isRepeated = unsafe lws_hdr_fragment_length(handle.wsi, token, 1) > 0
    guard unsafe lws_hdr_total_length(handle.wsi, token) > 0 || length > 0 else { return .absent }
    guard !isRepeated, length < ServerLimits.fieldBytes else { return .unusable }
    var bytes = [CChar](repeating: 0, count: ServerLimits.fieldBytes + 1)
    let count = Int(
      unsafe lws_hdr_copy_fragment(handle.wsi, &bytes, Int32(bytes.count), token, 0))
    guard count >= 0 else { return .unusable }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else { return .unusable }
    return .once(text)
  }
}
