#if os(macOS) || os(Linux)

import HTTPTypes
import Hummingbird

/// Admits requests with the token, and rejects those from other sites.
///
/// A page of another site can make a browser send requests to this machine, even under its own host name that resolves
/// to it (DNS rebinding). Therefore the host must be a loopback address, the origin, if present, must be the page's
/// own, and the cookie is not sent with cross-site requests.
struct AccessControl: Sendable {
    /// The decision on a request.
    enum Verdict: Equatable {
        case pass
        /// The URL contained the token, which the cookie replaces.
        case welcome
        case refuse(HTTPResponse.Status, String)
    }

    /// 256 random bits, in hexadecimal.
    let token: String

    init(token: String? = nil) {
        self.token = token ?? Self.makeToken()
    }

    private static func makeToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let word = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }.joined()
    }

    /// Returns the header that sets the cookie with the token.
    func cookie(port: Int) -> String {
        "\(Self.cookieName(port))=\(token); Path=/; HttpOnly; SameSite=Strict"
    }

    /// Returns the cookie's name, which contains the port because cookies are shared by all ports of a host.
    private static func cookieName(_ port: Int) -> String { "rewind-\(port)" }

    /// Returns the decision on a request.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - given: The token in the URL, if any.
    func verdict(on request: HTTPRequest, port: Int, token given: String?) -> Verdict {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let authority = request.authority, hosts.contains(authority.lowercased()) else {
            return .refuse(.misdirectedRequest, "This server answers under its own address only.")
        }
        if request.method == .post, request.headerFields[.origin] == nil {
            return .refuse(.forbidden, "POST requests must come from the inspector's page (no Origin header).")
        }
        if let origin = request.headerFields[.origin], origin != "http://\(authority)" {
            return .refuse(.forbidden, "Requests from other sites are not allowed.")
        }
        if let site = request.headerFields[Self.fetchSite], site != "same-origin", site != "none" {
            // The page may be linked from anywhere, as it shows nothing without the token.
            guard request.headerFields[Self.fetchMode] == "navigate", given != nil else {
                return .refuse(.forbidden, "Requests from other sites are not allowed.")
            }
        }
        if let given {
            return Self.isEqual(given, token)
                ? .welcome
                : .refuse(
                    .forbidden,
                    "Wrong token. The token changes each time the server starts; use the URL it printed."
                )
        }
        guard let cookie = cookieValue(in: request, port), Self.isEqual(cookie, token) else {
            return .refuse(.forbidden, "Open the address that `rewind inspect` printed: it has the token.")
        }
        return .pass
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin

    private func cookieValue(in request: HTTPRequest, _ port: Int) -> String? {
        for field in request.headerFields[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
                if parts.count == 2, parts[0] == Self.cookieName(port) { return String(parts[1]) }
            }
        }
        return nil
    }

    /// Compares in constant time.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

#endif
