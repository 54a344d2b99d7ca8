import Foundation
import RewindSession

/// The app's side of the folder through which other programs make it travel.
///
/// The app takes a request by removing its file, so a request is carried out at most once. A client withdraws a request
/// the same way. The contents of the files are not trusted, and reading them never waits.
///
/// Safe to share because its state is only used under `lock`.
package final class SteeringMailbox: @unchecked Sendable {
    /// A request that the app has taken.
    package struct Envelope: Sendable {
        let id: String
        /// The time at which the client gives up, in microseconds since 1970.
        package let deadline: Int64
        /// The request, or the reason why it is invalid.
        package let request: Result<SteeringRequest, Refusal>
    }

    /// The maximum length of a request, in bytes.
    package static let longestRequest = 1 << 20
    /// The maximum number of requests taken together.
    private static let batch = 64
    /// The time for which an answer is kept for its client.
    private static let keepingTime = DispatchTimeInterval.seconds(10)

    private let lock = NSLock()
    private let folder: SteeringFolder
    private let events: FolderEvents
    private var isClosed = false
    /// The answers given, and the times to remove them.
    private var answers: [(id: String, until: DispatchTime)] = []

    /// Opens the folder of the session at `url`.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if an app already accepts requests.
    package init(openingFor url: URL) throws {
        folder = try SteeringFolder(openingFor: url)
        do {
            events = try FolderEvents(of: folder.folder)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Takes the waiting requests, oldest first; returns nil if no more can come, because the mailbox was closed or the
    /// folder removed.
    ///
    /// - Complexity: Linear in the number of files in the folder.
    package func takeRequests() -> [Envelope]? {
        lock.withLock {
            forgetAnswers()
            guard !isClosed, folder.isInPlace else { return nil }
            let names = folder.folder.names(limit: 10_000) { SteeringFiles.requestID($0) != nil }
            return names.sorted().prefix(Self.batch).compactMap(take)
        }
    }

    /// Blocks the thread until requests may have come, the mailbox is closed, or `deadline` has passed.
    package func wait(until deadline: DispatchTime?) {
        let times = [deadline, lock.withLock { answers.first?.until }].compactMap(\.self)
        events.wait(atMost: times.min()?.secondsFromNow)
    }

    /// Answers a request.
    package func answer(_ outcome: Result<SteeringAnswer, any Error>, to envelope: Envelope) {
        lock.withLock {
            guard !isClosed else { return }
            try? folder.folder.write(SteeringReply(outcome).bytes, to: SteeringFiles.answer(envelope.id))
            answers.append((envelope.id, .now() + Self.keepingTime))
        }
    }

    /// Reports that the app, which runs elsewhere, is not connected, and given up at `time`; nil when it is back.
    package func setAbsent(until time: Date?) {
        lock.withLock {
            if !isClosed { folder.set(time.map { SteeringFolder.Absence(until: $0.microseconds) }) }
        }
    }

    /// Stops accepting requests, and removes the folder.
    package func close() {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            folder.remove()
            events.cancel()
        }
    }

    /// True if requests can still come: the mailbox is not closed, and the folder exists.
    package var isOpen: Bool {
        lock.withLock { !isClosed && folder.isInPlace }
    }

    private func take(_ name: String) -> Envelope? {
        guard let id = SteeringFiles.requestID(name) else { return nil }
        let bytes = folder.folder.read(name, limit: Self.longestRequest)
        guard folder.folder.remove(name) else { return nil }
        guard let bytes else {
            return Envelope(id: id, deadline: .max, request: .failure(.unreadable))
        }
        return envelope(id, bytes)
    }

    private func envelope(_ id: String, _ bytes: [UInt8]) -> Envelope {
        guard let addressed = AddressedRequest(bytes), addressed.request.isValid else {
            return Envelope(id: id, deadline: .max, request: .failure(.malformed))
        }
        let request: Result<SteeringRequest, Refusal> =
            if addressed.app != folder.opening.app {
                // An app that recorded the session earlier.
                .failure(Refusal(.late, "The request was for another app."))
            } else if addressed.until <= Date().microseconds {
                .failure(.late)
            } else {
                .success(addressed.request)
            }
        return Envelope(id: id, deadline: addressed.until, request: request)
    }

    /// Removes the answers that no client has fetched in time.
    private func forgetAnswers() {
        while let first = answers.first, first.until <= .now() {
            folder.folder.remove(SteeringFiles.answer(first.id))
            answers.removeFirst()
        }
    }
}

extension DispatchTime {
    /// The time from now, in seconds; 0 if it has passed.
    fileprivate var secondsFromNow: Double {
        let now = DispatchTime.now()
        return self > now ? Double(uptimeNanoseconds - now.uptimeNanoseconds) / 1e9 : 0
    }
}
