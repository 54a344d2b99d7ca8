import Foundation
import RewindTree

/// The sessions in a database. The functions may take long and are called on separate threads. `check` throws when the
/// answer is no longer needed.
package protocol InspectedFleet: Sendable {
    typealias Check = @Sendable () throws -> Void

    /// Returns the numbers of sessions, and the crashes.
    func overview(check: @escaping Check) throws -> any Encodable & Sendable

    /// Returns sessions with a state in which EXPR is true, from the session at index `start` of those that may match.
    func matches(where expression: String, from start: Int, check: @escaping Check) throws -> any Encodable & Sendable

    /// Writes a session to a new file.
    func pull(_ id: String, to url: URL, check: @escaping Check) throws
}

/// The API requests for the sessions in a database.
struct FleetRoutes: Sendable {
    /// The address of the page.
    static let page = "/fleet.html"

    private let fleet: any InspectedFleet
    private let sessions: OpenSessions
    private let requests = LatestRequest()

    init(_ fleet: any InspectedFleet, opening sessions: OpenSessions) {
        (self.fleet, self.sessions) = (fleet, sessions)
    }

    /// Answers a request of the page.
    ///
    /// - Throws: `InspectorError`, `CancellationError` if a newer request replaced this one, or an error of the database.
    func answer(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        let (fleet, check) = (fleet, begin(question))
        switch question {
        case "": return try await QueueExecutor.onThread { try fleet.overview(check: check) }
        case "watch":
            guard let expression = parameters.text("where") else { throw InspectorError.badParameter("where") }
            let start = max(0, try parameters.number("from") ?? 0)
            return try await QueueExecutor.onThread { try fleet.matches(where: expression, from: start, check: check) }
        default: throw InspectorError.noSuchRequest
        }
    }

    /// Opens a copy of the session that the body of a request names.
    ///
    /// - Throws: `InspectorError`, `CancellationError`, or an error of the database.
    func open(_ body: Tree) async throws -> SessionAnswer {
        try await sessions.open(body.text("session"), of: fleet, check: begin("open")).watch.answer()
    }

    /// Cancels all requests.
    func end() {
        requests.end()
    }

    private func begin(_ subject: String) -> InspectedFleet.Check {
        let isLatest = requests.begin(subject)
        return { if !isLatest() { throw CancellationError() } }
    }
}
