import RewindRemote
import RewindServer

/// Responds to the requests of apps that `ListenAccess` admits.
struct ListenResponder: Sendable {
    let access: ListenAccess
    /// Responds to linked apps.
    let link: (@Sendable (Request) async throws -> Response)?
    /// Records the report of a client of Redux DevTools that is not connected. Returns why it is refused; nil if it is
    /// recorded.
    var record: @Sendable (_ report: [UInt8]) async -> String? = { _ in "Reports are not recorded here." }
    /// Receives why a client was refused.
    var refused: @Sendable (String) -> Void = { _ in }
    /// Serves a WebSocket client of Redux DevTools until its messages end.
    let serve: @Sendable (WebSocket) async -> Void

    func response(to request: Request) async throws -> Response {
        if request.path.hasPrefix("/link/") {
            if let refusal = refusal(of: request, token: request.bearer, needsToken: true) { return refusal }
            return try await link?(request) ?? .sentence(404, "Apps cannot be linked to this server.")
        }
        if request.path == "/", ["POST", "OPTIONS"].contains(request.method) { return try await report(request) }
        guard ["/socketcluster/", "/socketcluster"].contains(request.path) else {
            return .sentence(404, "There is nothing here: apps connect to /socketcluster/ or /link/.")
        }
        return refusal(of: request, token: request.parameter("token")) ?? Response(body: .webSocket(serve))
    }

    /// Responds to what a client posts when its reducer throws, and to the question of its browser whether it may.
    private func report(_ request: Request) async throws -> Response {
        if let refusal = refusal(of: request, token: request.parameter("token")) { return refusal }
        var response = Response(status: 204)
        if request.method == "POST" {
            let body: [UInt8]
            do {
                body = try await request.body.all(upTo: LinkHead.longestMessage)
            } catch let error as RequestBody.TooLong {
                refused(error.description)
                throw error
            }
            let reason = await record(body)
            if let reason { refused(reason) }
            response = reason.map { .sentence(400, $0) } ?? .sentence(200, "The report is recorded.")
        }
        response.headers += [
            ("Access-Control-Allow-Origin", request.header("origin") ?? "*"),
            ("Access-Control-Allow-Headers", "content-type"),
        ]
        return response
    }

    private func refusal(of request: Request, token: String?, needsToken: Bool = false) -> Response? {
        access.refusal(
            host: request.header("host"),
            origin: request.header("origin"),
            token: token,
            needsToken: needsToken
        ).map {
            refused($0)
            return .sentence(403, $0)
        }
    }
}
