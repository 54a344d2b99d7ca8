#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

extension SessionRoutes {
    /// Performs a command of the page, and returns the result.
    ///
    /// - Throws: `InspectorError`, `SteeringError`, `BookmarkError`, `TimelineError`, `SessionError`.
    func act(_ command: String, _ body: Tree) async throws -> any Encodable {
        guard watch.canWrite else { throw InspectorError.readOnlyCopy }
        switch command {
        case "travel": return try await watch.travel(try SteeringRequest(asked: body))
        case "tap":
            let name = try body.text("tap")
            guard let tap = watch.session.app.tap else { throw InspectorError.noSuchRequest }
            return TapAnswer(done: await tap(name))
        default: return try await change(command, body)
        }
    }
}

extension SteeringRequest {
    /// Parses a steering request of the page.
    ///
    /// - Throws: `InspectorError.badParameter`.
    fileprivate init(asked body: Tree) throws {
        let verb = try body.text("verb")
        switch verb {
        case "status": self = .status
        case "pause": self = .pause
        case "lock": self = .lock
        case "unlock": self = .unlock
        case "undo", "redo":
            let count = body.child("count") == nil ? 1 : max(1, try body.number("count"))
            self = verb == "undo" ? .undo(count) : .redo(count)
        case "jump": self = .jump(to: try body.number("to"))
        case "toggle": self = .toggle(try body.number("seq"))
        case "import": self = .load(body.child("history") ?? .null)
        case "play":
            let speed: Double =
                switch body.child("speed") {
                case .integer(let number)?: Double(number)
                case .double(let number)?: number
                default: 1
                }
            guard SteeringRequest.paces.contains(speed) else { throw InspectorError.badParameter("speed") }
            self = .play(.recorded(times: speed))
        case "dispatch":
            let type = try body.text("type")
            self = .dispatch(type: type, payload: body.child("payload") ?? Tree(members: []))
        default: throw InspectorError.badParameter("verb")
        }
    }
}

private struct TapAnswer: Encodable {
    let done: Bool
}

#endif
