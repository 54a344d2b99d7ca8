import Foundation
import RewindRemote
import RewindServer

/// Receives what linked apps send, and writes the copies of their sessions into a folder.
package actor LinkReceiver {
    /// The time for which a request for steering requests is kept without an answer.
    private static let longestWait = Duration.seconds(25)
    /// The time without a request after which an app counts as not connected.
    static let silence = Duration.seconds(60)
    /// The time within which a steered app asks again, or answers.
    private static let pause = Duration.seconds(5)

    private let folder: SessionNames
    private let report: @Sendable (ListenEvent) -> Void
    private(set) var sessions: [String: LinkedSession] = [:]

    package init(
        _ folder: SessionNames,
        report: @escaping @Sendable (ListenEvent) -> Void = { _ in }
    ) {
        (self.folder, self.report) = (folder, report)
    }

    /// Notices apps that are not connected any more, and closes their copies, until the task is canceled.
    package func watch() async {
        while (try? await Task.sleep(for: Self.pause)) != nil {
            for session in sessions.values { await session.missIfSilent(since: .now - Self.pause) }
            await release(silentSince: .now - Self.silence)
        }
    }

    /// Closes the copies of apps that have sent nothing since `time`.
    func release(silentSince time: ContinuousClock.Instant) async {
        for session in sessions.values { await session.releaseIfSilent(since: time) }
    }

    /// Closes all copies.
    package func close() async {
        for session in sessions.values { await session.release() }
    }

    private func session(_ id: String) -> LinkedSession {
        if let known = sessions[id] { return known }
        let session = LinkedSession(id, in: folder, at: folder.session(id), report: report)
        sessions[id] = session
        return session
    }

    // MARK: Requests

    /// Responds to a linked app. May take up to 30 seconds.
    ///
    /// - Throws: An error of the body, which the server answers; `CancellationError`.
    func response(to request: Request) async throws -> Response {
        let body = try await request.body.all(upTo: LinkHead.longestMessage)
        do {
            switch (request.method, request.path) {
            case ("POST", LinkPath.rows): return try await add(body, request.header(BodyDigest.header))
            case ("GET", LinkPath.request):
                guard let session = request.parameter("session").flatMap({ sessions[$0] }),
                    let next = await session.nextRequest(within: Self.longestWait)
                else { return Response(status: 204) }
                return .json(next)
            case ("POST", LinkPath.answer):
                guard let id = request.parameter("session"), let number = request.parameter("request"),
                    let reply = SteeringReply(body)
                else { throw Refusal(.malformed, "The body is not an answer of an app.") }
                await sessions[id]?.receive(reply, to: number)
                return Response(status: 204)
            default: return .sentence(404, "There is nothing at this path.")
            }
        } catch {
            return .failure(error)
        }
    }

    private func add(_ body: [UInt8], _ digest: String?) async throws -> Response {
        let message = try LinkMessage(parsing: body, digest: digest)
        let (isAdded, position) = try await session(message.head.session).add(message.rows, message.head)
        return .json(LinkReply(position: position), status: isAdded ? 200 : 409)
    }
}
