#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Receives what linked apps send, and writes the copies of their sessions into a folder.
package actor LinkReceiver {
    /// The time for which a request for steering requests is kept without an answer.
    private static let longestWait = Duration.seconds(25)
    /// The time without a request after which an app counts as not connected.
    private static let silence = Duration.seconds(60)

    private let folder: SessionNames
    private let report: @Sendable (ListenEvent) -> Void
    private var sessions: [String: LinkedSession] = [:]

    package init(
        _ folder: SessionNames,
        report: @escaping @Sendable (ListenEvent) -> Void = { _ in }
    ) {
        (self.folder, self.report) = (folder, report)
    }

    /// Closes the copies of apps that are not connected any more, until the task is canceled.
    package func watch() async {
        while (try? await Task.sleep(for: .seconds(5))) != nil {
            await release(silentFor: Self.silence)
        }
    }

    /// Closes the copies of apps that have sent nothing for `time`.
    func release(silentFor time: Duration) async {
        for session in sessions.values { await session.releaseIfSilent(since: .now - time) }
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

    private func add(_ body: [UInt8]) async throws -> ListenResponse {
        var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(),
            let head = try? TreeDecoder().decode(LinkHead.self, from: Tree(parsing: Array(first))),
            UUID(uuidString: head.session) != nil
        else { throw LinkRefusal("The first line is not that of a recording.") }
        guard head.version == LinkHead.version else {
            throw LinkRefusal(
                "The app has another version of Rewind: it sends version \(head.version) of the protocol."
            )
        }
        var rows: [LinkRow] = []
        for (index, line) in lines.enumerated() {
            guard let row = (try? Tree(parsing: Array(line))).flatMap(LinkRow.init) else {
                throw LinkRefusal("Line \(index + 2) is not a row of a session.")
            }
            rows.append(row)
        }
        let (isAdded, position) = try await session(head.session).add(rows, head)
        return try .json(LinkReply(position: position), status: isAdded ? 200 : 409)
    }
}

extension LinkReceiver: ListenHandler {
    package func response(to request: ListenRequest) async -> ListenResponse {
        do {
            switch (request.method, request.path) {
            case ("POST", LinkPath.rows): return try await add(request.body)
            case ("GET", LinkPath.request):
                guard let session = request.value("session").flatMap({ sessions[$0] }),
                    let next = await session.nextRequest(within: Self.longestWait)
                else { return ListenResponse(status: 204) }
                return try .json(next)
            case ("POST", LinkPath.answer):
                guard let id = request.value("session"), let number = request.value("request"),
                    let answer = try? TreeDecoder().decode(SteeringAnswer.self, from: Tree(parsing: request.body))
                else { throw LinkRefusal("The body is not an answer of an app.") }
                await sessions[id]?.answer(answer, to: number)
                return ListenResponse(status: 204)
            default: return .sentence(404, "There is nothing at this path.")
            }
        } catch let refusal as LinkRefusal {
            return .sentence(400, refusal.text)
        } catch ReplicaError.notNext {
            return .sentence(400, "An action is missing before the first one.")
        } catch ReplicaError.notARow(let table) {
            return .sentence(400, "A row of the table \(table.rawValue) is damaged.")
        } catch {
            // The app keeps the rows, and tries again.
            return .sentence(503, "The rows cannot be written now.")
        }
    }
}

/// A request that cannot be answered; the text is for people.
private struct LinkRefusal: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension ListenRequest {
    /// Returns the value of an item of the query.
    fileprivate func value(_ name: String) -> String? {
        URLComponents(string: "?\(query)")?.queryItems?.first { $0.name == name }?.value
    }
}

extension ListenResponse {
    fileprivate static func json(_ value: some Encodable, status: Int = 200) throws -> ListenResponse {
        var encoder = TreeEncoder()
        let headers = [(name: "Content-Type", value: "application/json")]
        return ListenResponse(status: status, headers: headers, body: Array(try encoder.encode(value).text.utf8))
    }
}

#endif
