import RewindServer

/// Responds to the requests of apps that `ListenAccess` admits.
struct ListenResponder: Sendable {
    let access: ListenAccess
    /// Responds to linked apps.
    let link: (@Sendable (Request) async throws -> Response)?
    /// Serves a WebSocket client of Redux DevTools until its messages end.
    let serve: @Sendable (WebSocket) async -> Void

    func response(to request: Request) async throws -> Response {
        if request.path.hasPrefix("/link/") {
            if let refusal = refusal(of: request, token: request.bearer, needsToken: true) { return refusal }
            return try await link?(request) ?? .sentence(404, "Apps cannot be linked to this server.")
        }
        guard ["/socketcluster/", "/socketcluster"].contains(request.path) else {
            return .sentence(404, "There is nothing here: apps connect to /socketcluster/ or /link/.")
        }
        return refusal(of: request, token: request.parameter("token")) ?? Response(body: .webSocket(serve))
    }

    private func refusal(of request: Request, token: String?, needsToken: Bool = false) -> Response? {
        access.refusal(
            host: request.header("host"),
            origin: request.header("origin"),
            token: token,
            needsToken: needsToken
        ).map { .sentence(403, $0) }
    }
}
