import RewindRemote
import RewindTree

extension SessionRoutes {
    /// Performs a command of the page, and returns the result.
    ///
    /// - Throws: `InspectorError`, `Refusal`, `BookmarkError`, `TimelineError`, `SessionError`.
    func act(_ command: String, _ body: Tree) async throws -> any Encodable {
        guard watch.canWrite else { throw InspectorError.readOnlyCopy }
        switch command {
        case "travel":
            switch try? TreeDecoder().decode(SteeringRequest.self, from: body) {
            // Bookmarks have their own command, which checks them.
            case nil, .bookmark?: throw InspectorError.badParameter("body")
            case let request?: return try await watch.travel(request)
            }
        case "tap":
            let name = try body.text("tap")
            guard let tap = watch.session.app.tap else { throw InspectorError.noSuchRequest }
            return TapAnswer(done: await tap(name))
        default: return try await change(command, body)
        }
    }
}

private struct TapAnswer: Encodable {
    let done: Bool
}
