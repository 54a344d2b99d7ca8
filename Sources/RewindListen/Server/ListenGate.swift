#if os(macOS) || os(Linux)

import NIOCore
import NIOHTTP1

/// Decides which requests are answered, before their bodies are read.
protocol ListenGate: Sendable {
    /// Returns the response to a request that is refused; nil if it is admitted.
    func refusal(of head: HTTPRequestHead, from client: SocketAddress?) -> ListenResponse?

    /// Returns true if the client may become a WebSocket.
    func admitsSocket(_ head: HTTPRequestHead) -> Bool
}

extension ListenAccess: ListenGate {
    func refusal(of head: HTTPRequestHead, from client: SocketAddress?) -> ListenResponse? {
        let url = ListenURL(head.uri)
        if url.path.hasPrefix("/link/") {
            return refusal(of: head, token: ListenURL.bearer(head), needsToken: true).map { .sentence(403, $0) }
        }
        if url.isSocketCluster {
            return refusal(of: head, token: url.token).map { .sentence(403, $0) }
                ?? .sentence(426, "This address is for WebSocket clients.")
        }
        return .sentence(404, "There is nothing here: apps connect to /socketcluster/ or /link/.")
    }

    func admitsSocket(_ head: HTTPRequestHead) -> Bool {
        let url = ListenURL(head.uri)
        return url.isSocketCluster && refusal(of: head, token: url.token) == nil
    }

    private func refusal(of head: HTTPRequestHead, token: String?, needsToken: Bool = false) -> String? {
        refusal(
            host: head.headers.first(name: "host"),
            origin: head.headers.first(name: "origin"),
            token: token,
            needsToken: needsToken
        )
    }
}

/// The parts of a request's target.
struct ListenURL {
    let path: String
    let query: String

    init(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (path, query) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The token in the query, if any.
    var token: String? {
        query.split(separator: "&").first { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
    }

    /// True if this is the path of Redux DevTools' clients.
    var isSocketCluster: Bool {
        path == "/socketcluster/" || path == "/socketcluster"
    }

    /// Returns the token in the header of a request, if any.
    static func bearer(_ head: HTTPRequestHead) -> String? {
        head.headers.first(name: "authorization")?.wholeMatch(of: #/(?i:Bearer) +(.*)/#).map { String($0.1) }
    }
}

#endif
