/// An answer to a request, with the headers that every answer of ours has.
struct HTTPResponse: Hashable, Sendable {
  var status: Status
  var page: Page
  /// Where the page may connect to: the scheme and the host that the request named, verified.
  var socket: String?
  /// Whether the connection takes another request after this one.
  var isLast: Bool

  enum Status: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case upgradeRequired = 426
    case headersTooLarge = 431

    var phrase: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .upgradeRequired: "Upgrade Required"
      case .headersTooLarge: "Request Header Fields Too Large"
      }
    }
  }

  /// A page that exists.
  static func found(_ page: Page, socket: String?) -> HTTPResponse {
    HTTPResponse(status: .ok, page: page, socket: socket, isLast: false)
  }

  /// A refusal, which ends the connection.
  static func refused(_ status: Status, _ why: String) -> HTTPResponse {
    HTTPResponse(status: status, page: .text(why + "\n"), socket: nil, isLast: true)
  }

  /// The whole answer as it is written.
  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    return Array((head + "\r\n").utf8) + page.bytes
  }

  private var fields: [(String, String)] {
    var fields = [
      ("Server", "inspectord"),
      ("Content-Type", page.type),
      ("Content-Length", String(page.bytes.count)),
      ("Cache-Control", "no-store"),
      ("Content-Security-Policy", policy),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      ("X-Frame-Options", "DENY"),
    ]
    switch status {
    case .methodNotAllowed: fields.append(("Allow", "GET"))
    case .upgradeRequired: fields.append(("Sec-WebSocket-Version", "13"))
    default: break
    }
    if isLast { fields.append(("Connection", "close")) }
    return fields
  }

  // No header for other origins (CORS) is ever sent: nothing of ours is for them.
  private var policy: String {
    let socket = socket.map { " \($0)" } ?? ""
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
      + "connect-src 'self'\(socket); base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'; require-trusted-types-for 'script'"
  }
}
