import Foundation
import RewindRemote
import RewindTimeline

/// A session with everything that works on it: the actors for fast and for slow answers, and the loop that follows a
/// recording.
struct SessionWatch: Sendable {
    /// Answers fast requests.
    let session: InspectedSession
    /// Answers requests that may have to read the whole session.
    let finder: InspectedSession
    /// The long requests of the page.
    let requests = LatestRequest()
    let whatIf = WhatIfStore()

    /// True if the page may steer the recording app and change the file.
    let canWrite: Bool
    private let steering: SteeringClient
    private let seen = SeenByWatch()
    private let hub: EventHub
    let describe: @Sendable (any Error) -> FailureAnswer

    /// The intervals between checks of a session that is being recorded, and of others.
    private static let liveInterval = Duration.milliseconds(40)
    private static let idleInterval = Duration.milliseconds(500)
    /// The number of checks between requests for the app's position, which another client may have changed.
    private static let looksAtPosition = 12

    init(
        id: Int,
        url: URL,
        file: String,
        app: InspectedApp,
        canWrite: Bool,
        hub: EventHub,
        describe: @escaping FailureAnswer.Words
    ) {
        session = InspectedSession(id: id, url: url, file: file, app: app)
        finder = InspectedSession(id: id, url: url, file: file, app: app)
        (self.canWrite, self.hub) = (canWrite, hub)
        self.describe = { describe($0, file) }
        steering = SteeringClient(of: url)
    }

    /// Returns the metadata of the session, with the position of its app.
    func answer() async throws -> SessionAnswer {
        var answer = try await session.answer()
        answer.absentUntil = answer.recording == .live ? steering.absentUntil : nil
        let isHere = answer.recording == .live && answer.absentUntil == nil
        answer.steering = canWrite && isHere && steering.isOpen
        answer.position = answer.steering ? await seen.position(last: answer.last) : nil
        answer.taps = answer.steering && session.app.tap != nil
        // During a recording, the cursor belongs to the app, and the file to its recorder.
        answer.changes = canWrite && answer.recording != .live
        answer.gone = await seen.failure
        return answer
    }

    /// Sends a steering request to the app that records the session.
    ///
    /// - Throws: `Refusal`, `SessionError`.
    func travel(_ request: SteeringRequest) async throws -> SteeringAnswer {
        let answer = try await steering.send(request)
        await seen.set(answer)
        _ = try await session.refresh()
        try await tell()
        return answer
    }

    /// True if an app that records the session accepts requests.
    var isSteerable: Bool { steering.isOpen }

    /// Looks for the app, and requests its position. Returns true if something changed.
    private func askPosition() async -> Bool {
        let absentUntil = steering.absentUntil
        if await seen.setAbsent(until: absentUntil) { return true }
        guard absentUntil == nil, canWrite, steering.isOpen,
            let answer = try? await steering.send(.status, timeout: .milliseconds(500))
        else { return false }
        return await seen.set(answer)
    }

    /// Reads the columns, and then follows the session until the task is canceled.
    func run() async {
        var monitor = SessionMonitor(of: session.url)
        _ = monitor.hasChanged()
        var needsIndex = true
        var wasLive = false
        var looks = 0
        while !Task.isCancelled {
            do {
                if needsIndex {
                    try await index()
                    needsIndex = false
                    await seen.fail(nil)
                    try await tell()
                }
                let recorder = try monitor.recorder()
                let isLive = recorder == .atWork
                let hasListeners = await hub.hasListeners
                if !hasListeners, isLive {
                    await session.close()
                    await finder.close()
                    try? await Task.sleep(for: Self.idleInterval)
                    continue
                }
                looks += 1
                let hasMoved = isLive && looks % Self.looksAtPosition == 0 ? await askPosition() : false
                if monitor.hasChanged() || wasLive != isLive || hasMoved {
                    // A killed recording can be finished only while nothing else reads it.
                    await finder.close()
                    let isOther = try await session.refresh()
                    _ = try await finder.refresh()
                    if isOther { needsIndex = true } else { try await tell() }
                }
                wasLive = isLive
                try? await Task.sleep(for: isLive ? Self.liveInterval : Self.idleInterval)
            } catch {
                // A recorder can make the file unreadable for a moment while closing it.
                if await seen.failure == nil, !Task.isCancelled {
                    let reason = describe(error)
                    await seen.fail(reason)
                    await hub.send(event("gone", GoneAnswer(id: session.id, error: reason.error, hint: reason.hint)))
                }
                needsIndex = true
                try? await Task.sleep(for: Self.idleInterval)
            }
        }
        await session.close()
        await finder.close()
    }

    func tell() async throws {
        await hub.send(try await event())
    }

    /// Returns the event with the current metadata.
    func event() async throws -> String {
        event("session", try await answer())
    }

    private func event(_ name: String, _ answer: some Encodable) -> String {
        "event: \(name)\ndata: \(JSONText.of(answer))\n\n"
    }

    /// Reads the columns on another thread with another connection, so that the session can answer meanwhile.
    private func index() async throws {
        let (url, app) = (session.url, session.app)
        let reader = try await QueueExecutor.onThread { try ColumnReader.reading(url, of: app) }
        try await session.adopt(reader)
    }
}

/// The last reported position of the app, and the reason why the session cannot be read; nil while it can.
private actor SeenByWatch {
    private var answer: SteeringAnswer?
    private var absentUntil: Int64?
    private(set) var failure: FailureAnswer?

    /// Stores an answer. Returns true if the position or the lock changed.
    @discardableResult
    func set(_ answer: SteeringAnswer) -> Bool {
        defer { self.answer = answer }
        return self.answer?.position != answer.position || self.answer?.isLocked != answer.isLocked
    }

    /// Stores until when the app is waited for. Returns true if that changed.
    func setAbsent(until time: Int64?) -> Bool {
        defer { absentUntil = time }
        return absentUntil != time
    }

    /// Returns the position in a session with this last action: later actions lead to the end.
    func position(last: Int) -> Int {
        guard let answer, answer.last == last else { return last }
        return answer.position
    }

    func fail(_ reason: FailureAnswer?) {
        failure = reason
    }
}

struct GoneAnswer: Encodable {
    let id: Int
    let error: String
    let hint: String?
}
