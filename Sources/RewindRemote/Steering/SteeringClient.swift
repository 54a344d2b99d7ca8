import Foundation
import RewindSession

/// Sends requests to the app that records a session, and returns its answers.
///
/// Any number of clients may do so at the same time: each answer belongs to one request.
package struct SteeringClient: Sendable {
    /// The default time that an app may take for an answer.
    package static let usualTimeout = Duration.seconds(2)
    /// The additional time that a client waits, in which the app can report that its thread is busy, in seconds.
    private static let grace = 0.3
    /// The interval in which a client checks that the app is still running, in seconds: its end is not reported.
    private static let interval = 0.05
    private static let longestAnswer = 1 << 20

    private let url: URL

    /// Creates a client for the app that records the session at `url`.
    package init(of url: URL) {
        self.url = url
    }

    /// True if an app accepts requests now.
    ///
    /// - Complexity: A few system calls.
    package var isOpen: Bool {
        (try? SteeringFolder(of: url))??.opening.version == SteeringFolder.version
    }

    /// The time until which an app is waited for that runs elsewhere and is not connected, in microseconds since 1970;
    /// nil if no app is missing.
    ///
    /// - Complexity: A few system calls.
    package var absentUntil: Int64? {
        (try? SteeringFolder(of: url))??.absence?.until
    }

    /// Sends a request to the app, and returns its answer. The effect is in the session when the answer arrives.
    ///
    /// A request that the app has not accepted when the time is up, or when the task is canceled, is never carried out.
    ///
    /// - Parameter timeout: The time that the app may take.
    /// - Throws: `Refusal`, `SessionError`, and `CancellationError`.
    package nonisolated(nonsending) func send(
        _ request: SteeringRequest,
        timeout: Duration = usualTimeout
    ) async throws -> SteeringAnswer {
        guard let folder = try SteeringFolder(of: url) else { throw try whyNot() }
        let version = folder.opening.version
        guard version == SteeringFolder.version else { throw Refusal.otherVersion(version) }
        let id = Self.newID()
        let seconds = timeout / .seconds(1)
        let events = try FolderEvents(of: folder.folder)
        try post(request, as: id, in: folder, for: seconds)
        do {
            return try await answer(to: id, in: folder, events, seconds).get()
        } catch {
            folder.folder.remove(SteeringFiles.request(id))
            throw error
        }
    }

    private func post(_ request: SteeringRequest, as id: String, in folder: SteeringFolder, for seconds: Double) throws
    {
        let deadline = Date().timeIntervalSince1970 + min(seconds, 3600)
        let until = Int64(deadline * 1_000_000)
        let bytes = AddressedRequest(app: folder.opening.app, until: until, request: request).bytes
        guard bytes.count <= SteeringMailbox.longestRequest else {
            throw Refusal.tooLong(bytes: bytes.count, limit: SteeringMailbox.longestRequest)
        }
        do {
            try folder.folder.write(bytes, to: SteeringFiles.request(id))
        } catch SessionError.notFound {
            throw try whyNot()
        }
    }

    private nonisolated(nonsending) func answer(
        to id: String,
        in folder: SteeringFolder,
        _ events: FolderEvents,
        _ seconds: Double
    ) async throws -> SteeringReply {
        let name = SteeringFiles.answer(id)
        let end = ContinuousClock.now + .seconds(seconds + Self.grace)
        while true {
            if let bytes = folder.folder.read(name, limit: Self.longestAnswer) {
                folder.folder.remove(name)
                if let reply = SteeringReply(bytes) { return reply }
            }
            if !folder.isOpen { throw try whyNot() }
            let left = (end - .now) / .seconds(1)
            guard left > 0 else {
                let isTaken = !folder.folder.remove(SteeringFiles.request(id))
                throw Refusal.noAnswer(seconds: seconds, isTaken: isTaken)
            }
            try Task.checkCancellation()
            await events.change(within: min(left, Self.interval))
        }
    }

    /// Returns a new identifier; identifiers of later requests are greater.
    static func newID() -> String {
        let time = String(UInt64(max(0, Date().microseconds)), radix: 16)
        return String(repeating: "0", count: max(0, 16 - time.count)) + time + "-" + UUID().uuidString
    }

    /// Returns the reason why no app accepts requests.
    private func whyNot() throws -> any Error {
        guard FileStatus(path: url.path) != nil else { return SessionError.notFound(path: url.path) }
        return switch try SessionRecovery.leftover(for: url) {
        case .live, .unknown: Refusal.notOpen(path: url.relativePath)
        case .abandoned: Refusal.gone(path: url.relativePath)
        case .none: Refusal.notRecorded(path: url.relativePath)
        }
    }
}
