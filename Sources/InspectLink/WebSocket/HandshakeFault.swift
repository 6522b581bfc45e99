/// Why an opening handshake did not come about, on the side that found out.
package enum HandshakeFault: Error, Hashable, Sendable {
  /// More bytes or fields than the limit.
  case headTooLarge
  /// Not HTTP.
  case malformedHead
  /// Another version of HTTP than 1.1.
  case wrongHTTPVersion
  /// A field that must stand once is missing or repeated.
  case missing(field: String)
  /// No extension was offered, yet one is used.
  case unofferedExtension
  /// The proof that the other side speaks WebSocket is wrong.
  case wrongAccept
  /// The answer chose another subprotocol than the one offered.
  case wrongSubprotocol(String?)
  // On the accepting side alone:
  /// Another method than GET.
  case wrongMethod
  /// A place that does not exist here.
  case wrongPath
  /// A request that asks for no WebSocket.
  case noUpgrade
  /// Another version of WebSocket than 13.
  case wrongVersion
  /// A key that is not 16 bytes in base64.
  case badKey
  /// A page in a browser asks; none may.
  case hasOrigin
  /// A request with a body.
  case hasBody

  /// Status of the answer that refuses.
  package var status: Int {
    switch self {
    case .headTooLarge: 431
    case .wrongHTTPVersion: 505
    case .wrongMethod: 405
    case .wrongPath: 404
    case .noUpgrade, .wrongVersion: 426
    case .hasOrigin: 403
    default: 400
    }
  }

  /// What was wrong, as words for people and for the other side.
  package var text: String {
    switch self {
    case .headTooLarge: "the header block is too large"
    case .malformedHead: "this is not HTTP"
    case .wrongHTTPVersion: "HTTP/1.1 is needed"
    case .missing(let field): "the field \(field) must stand once and be right"
    case .unofferedExtension: "an extension is used that was not offered"
    case .wrongAccept: "the answer does not prove that WebSocket is spoken"
    case .wrongSubprotocol(nil): "no subprotocol was agreed"
    case .wrongSubprotocol(let name?): "another subprotocol was chosen: \(name)"
    case .wrongMethod: "only GET is served"
    case .wrongPath: "there is nothing at this path"
    case .noUpgrade: "only WebSocket is spoken here"
    case .wrongVersion: "version 13 of WebSocket is needed"
    case .badKey: "the key must be 16 bytes in base64"
    case .hasOrigin: "pages in a browser are not served here"
    case .hasBody: "a request with a body is not served"
    }
  }
}
