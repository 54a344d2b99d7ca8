import Foundation
import RewindRemote
import RewindServer
import RewindSession
import RewindUpkeep

/// An event of a collector. A session is named by its app and identifier.
package enum CollectEvent: Sendable {
    case stored(String)
    case rejected(String, reason: String)
    /// A session was erased from the database before, and is deleted.
    case erased(String, reason: String)
    /// A session cannot be stored now, and is tried again after some time.
    case waiting(String, any Error, Duration)
}

extension CollectEvent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .stored(let session): "\(session): stored"
        case .rejected(let session, let reason): "\(session): in quarantine. \(reason)"
        case .erased(let session, let reason): "\(session): deleted. \(reason)"
        case .waiting(let session, let error, let pause):
            "\(session): waits for \(pause.components.seconds) s. \(error)"
        }
    }
}

/// Receives the sessions of devices into a folder, verifies them, and stores them.
///
/// The link protocol is that of `rewind listen`. Rows are acknowledged when they are on the disk, because the device
/// does not send a session again that was acknowledged. Requests are handled one at a time, which limits the memory
/// that hostile ones can use.
package actor Collector {
    /// The number of stored sessions that are remembered, in case that the last acknowledgment was lost.
    private static let memory = 10_000
    /// The time after which a session may be removed for others if the folder is full.
    private static let pause = Duration.seconds(3_600)

    private let keys: CollectKeys
    private let limits: CollectLimits
    private let report: @Sendable (CollectEvent) -> Void
    private let store: @Sendable (URL) throws -> Void
    private let queue = DispatchQueue(label: "Rewind collector")

    private var spool: Spool
    /// The sessions of which all rows have arrived.
    private var complete: Set<SpooledSession>
    private var verified: Set<SpooledSession> = []
    /// The latest sessions of `complete` that are no longer in the spool.
    private var past: [SpooledSession] = []
    private let waiting: (sessions: AsyncStream<SpooledSession>, add: AsyncStream<SpooledSession>.Continuation)
    private var lastCleaning = ContinuousClock.now
    private var isClosed = false

    /// Creates a collector that continues with the sessions in `folder`.
    ///
    /// - Parameters:
    ///   - store: Stores a session, or does nothing if it is stored already. An error other than a `CollectRejection`
    ///     makes the collector try again. It is called on one thread at a time, which it may block.
    /// - Throws: `SessionError`; `CollectError.spoolInUse`.
    package init(
        in folder: URL,
        keys: CollectKeys,
        limits: CollectLimits = CollectLimits(),
        report: @escaping @Sendable (CollectEvent) -> Void = { _ in },
        store: @escaping @Sendable (URL) throws -> Void
    ) throws {
        self.keys = keys
        self.limits = limits
        self.report = report
        self.store = store
        var spool = try Spool(folder)
        let sessions = spool.readSessions()
        (self.spool, complete) = (spool, Set(sessions))
        let (stream, continuation) = AsyncStream.makeStream(of: SpooledSession.self)
        waiting = (stream, continuation)
        for session in sessions { continuation.yield(session) }
    }

    /// Listens on a port of the address `host`, and stores sessions, while `body` runs. Its argument is the port.
    ///
    /// - Throws: An error of `body`; `ServerError`.
    package nonisolated func run(
        host: String,
        port: Int,
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let gate = CollectGate(keys, limits)
        let server = Server { request in
            if let refusal = await gate.refusal(of: request) { return refusal }
            return await self.response(to: request, body: try await request.body.all(upTo: LinkHead.longestMessage))
        }
        let storing = Task { await storeSessions() }
        let cleaning = Task {
            repeat { await clean(silentFor: limits.silence) } while (try? await Task.sleep(for: Self.pause)) != nil
        }
        defer { cleaning.cancel() }
        let result: Result<Void, any Error>
        do {
            result = .success(try await server.run(host: host, port: port, body))
        } catch {
            result = .failure(error)
        }
        storing.cancel()
        await storing.value
        await close()
        try result.get()
    }

    private func close() {
        isClosed = true
        spool.close()
    }

    private func clean(silentFor time: Duration) {
        guard !isClosed else { return }
        lastCleaning = .now
        spool.remove(silentFor: time, except: complete)
    }

    // MARK: Receiving

    private func response(to request: Request, body: [UInt8]) -> Response {
        guard let app = request.bearer.flatMap(keys.app) else { return .sentence(401, "The key is missing.") }
        do {
            return isClosed
                ? .sentence(503, "The server is ending.") : try add(body, request.header(BodyDigest.header), of: app)
        } catch {
            return .failure(error)
        }
    }

    private func add(_ body: [UInt8], _ digest: String?, of app: String) throws -> Response {
        let message = try LinkMessage(parsing: body, digest: digest)
        let head = message.head
        let session = SpooledSession(app: app, id: head.session.lowercased())
        if complete.contains(session) { return .json(LinkReply(position: head.after, isComplete: true)) }
        if head.restarts, !message.rows.isEmpty, spool.contains(session) { try spool.remove(session) }
        let isNew = !spool.contains(session)
        if isNew, message.rows.isEmpty || head.after != LinkPosition() {
            return .json(LinkReply(position: LinkPosition()), status: message.rows.isEmpty ? 200 : 409)
        }
        if let refusal = try refusal(of: body.count, for: session) { return refusal }
        let replica = try replica(of: session, head.session, isNew: isNew)
        var isAdded = true
        defer {
            replica.release()
            spool.measure(session)
            if isNew, !isAdded { try? spool.remove(session) }
        }
        guard message.rows.isEmpty || head.after == replica.position else {
            return .json(LinkReply(position: replica.position), status: 409)
        }
        do {
            if !message.rows.isEmpty { try replica.add(message.rows) }
        } catch {
            isAdded = false
            if case SessionError.damaged = error { throw Refusal(.malformed, "The facts of the session are damaged.") }
            throw error
        }
        if replica.isEnded {
            complete.insert(session)
            waiting.add.yield(session)
        }
        return .json(LinkReply(position: replica.position, isComplete: replica.isEnded ? true : nil))
    }

    private func replica(of session: SpooledSession, _ id: String, isNew: Bool) throws -> SessionReplica {
        let url = spool.url(of: session)
        guard isNew else { return try SessionReplica(continuing: url, session: id, syncs: true) }
        try spool.prepare(for: session.app)
        return try SessionReplica(creating: url, session: id, syncs: true)
    }

    /// Returns the response to rows that do not fit; nil if they do.
    private func refusal(of bytes: Int, for session: SpooledSession) throws -> Response? {
        if spool.size(of: session) + bytes > limits.sessionBytes {
            if spool.contains(session) { try spool.remove(session) }
            return .sentence(413, "A session has at most \(limits.sessionBytes) bytes.")
        }
        let isFull = { self.spool.size + bytes > self.limits.spoolBytes }
        if isFull(), lastCleaning + .seconds(60) < .now { clean(silentFor: Self.pause) }
        return isFull() ? .sentence(503, "The server is full; try again later.", retryAfter: 600) : nil
    }

    // MARK: Storing

    /// Stores the complete sessions, until the task is canceled. One that cannot be stored lets the others pass.
    private func storeSessions() async {
        var pause = limits.retry.lowerBound
        for await session in waiting.sessions {
            if let error = await storeNow(session) {
                guard !(error is CancellationError) else { break }
                report(.waiting("\(session)", error, pause))
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, limits.retry.upperBound)
                waiting.add.yield(session)
            } else {
                pause = limits.retry.lowerBound
            }
        }
    }

    /// Verifies and stores a session. Returns the reason if it is to be tried again.
    private func storeNow(_ session: SpooledSession) async -> (any Error)? {
        let (url, isVerified, time) = (spool.url(of: session), verified.contains(session), limits.verification)
        defer { if !spool.contains(session) { forget(session) } }
        guard FileStatus(path: url.path) != nil else {
            // Somebody removed it from the folder.
            try? spool.remove(session)
            return nil
        }
        // A slow database must not hold the threads that handle requests.
        let outcome = await withCheckedContinuation { continuation in
            queue.async { [store] in
                continuation.resume(
                    returning: CollectOutcome(storing: url, isVerified: isVerified, within: time, store)
                )
            }
        }
        do {
            switch outcome {
            case .stored:
                try spool.remove(session)
                report(.stored("\(session)"))
            case .rejected(.erased(let reason)):
                try spool.remove(session)
                report(.erased("\(session)", reason: reason))
            case .rejected(let rejection):
                let reason = "\(rejection)"
                try spool.quarantine(session, because: reason, limit: limits.spoolBytes / 4)
                report(.rejected("\(session)", reason: reason))
            case .failed(let error, let isVerified):
                if isVerified { verified.insert(session) }
                return error
            }
        } catch {
            return error
        }
        return nil
    }

    private func forget(_ session: SpooledSession) {
        verified.remove(session)
        past.append(session)
        if past.count > Self.memory { complete.remove(past.removeFirst()) }
    }
}
