import RewindServer

/// Admits requests with the token, and rejects those from other sites.
///
/// The files of the page need no token, as they have no data: a link from anywhere opens the page, which then asks for
/// its data with the token. The page keeps the token in the storage of its origin, and not in a cookie, which the browser
/// would also send to the servers on other ports of this machine.
///
/// A page of another site can make a browser send requests to this machine, even under its own host name that resolves
/// to it (DNS rebinding). Therefore the host must be a loopback address, and the origin, if present, must be the page's
/// own.
struct AccessControl: Sendable {
    /// The reason why a request is refused.
    struct Refusal: Equatable {
        let status: Int
        let sentence: String

        init(_ status: Int, _ sentence: String) {
            (self.status, self.sentence) = (status, sentence)
        }
    }

    let token: String

    /// Returns why a request is refused; nil if it is admitted.
    ///
    /// - Parameter isPage: True for the files of the page.
    func refusal(of request: Request, isPage: Bool) -> Refusal? {
        let hosts = ["127.0.0.1:\(request.port)", "localhost:\(request.port)"]
        let authorities = request.headers("host")
        guard authorities.count == 1, hosts.contains(authorities[0].lowercased()) else {
            return Refusal(421, "This server answers under its own address only.")
        }
        if request.method == "POST", request.header("origin") == nil {
            return Refusal(403, "POST requests must come from the inspector's page (no Origin header).")
        }
        let isForeign = request.header("origin").map { $0 != "http://\(authorities[0])" } ?? false
        let isFromElsewhere = request.header("sec-fetch-site").map { !["same-origin", "none"].contains($0) } ?? false
        let isLink = request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document"
        guard !isForeign, !isFromElsewhere || isPage && isLink else {
            return Refusal(403, "Requests from other sites are not allowed.")
        }
        if isPage, ["GET", "HEAD"].contains(request.method) { return nil }
        guard let given = request.header("authorization") else {
            return Refusal(403, "Open the address that `rewind inspect` printed: it has the token.")
        }
        guard given.matches(secret: "Bearer \(token)") else {
            return Refusal(403, "The token is another one now: open the address that `rewind inspect` printed.")
        }
        return nil
    }
}
