import RewindServer

/// Admits requests with the token, and rejects those from other sites.
///
/// The files of the page need no token, as they have no data: a link from anywhere opens the page, which then asks for
/// its data with the cookie.
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
        case refuse(status: Int, String)
    }

    let token: String

    init(token: String? = nil) {
        self.token = token ?? .secret()
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
    ///   - given: The token in the URL, if any.
    ///   - isPage: True for the files of the page.
    func verdict(on request: Request, token given: String?, isPage: Bool) -> Verdict {
        let hosts = ["127.0.0.1:\(request.port)", "localhost:\(request.port)"]
        let authorities = request.headers("host")
        guard authorities.count == 1, hosts.contains(authorities[0].lowercased()) else {
            return .refuse(status: 421, "This server answers under its own address only.")
        }
        if request.method == "POST", request.header("origin") == nil {
            return .refuse(status: 403, "POST requests must come from the inspector's page (no Origin header).")
        }
        if let origin = request.header("origin"), origin != "http://\(authorities[0])" {
            return .refuse(status: 403, "Requests from other sites are not allowed.")
        }
        if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none" {
            let isLink =
                request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document"
            guard isPage, isLink else {
                return .refuse(status: 403, "Requests from other sites are not allowed.")
            }
        }
        if let given {
            return given.matches(secret: token)
                ? .welcome
                : .refuse(
                    status: 403,
                    "Wrong token. The token changes each time the server starts; use the URL it printed."
                )
        }
        if isPage, ["GET", "HEAD"].contains(request.method) { return .pass }
        guard let cookie = cookieValue(in: request), cookie.matches(secret: token) else {
            return .refuse(status: 403, "Open the address that `rewind inspect` printed: it has the token.")
        }
        return .pass
    }

    private func cookieValue(in request: Request) -> String? {
        for field in request.headers("cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
                if parts.count == 2, parts[0] == Self.cookieName(request.port) { return String(parts[1]) }
            }
        }
        return nil
    }
}
