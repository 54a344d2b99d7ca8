#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A session with all that works on it: who answers at once, who answers what takes long, and who looks at whether it has
/// grown.
struct SessionWatch: Sendable {
    /// What shows the present: fast answers.
    let session: InspectedSession
    /// What goes through the whole of it.
    let finder: InspectedSession
    let searches = LatestRequest()
    let watches = LatestRequest()
    let downloads = LatestRequest()
    let whatIf = WhatIfDesk()

    /// Whether the app that records it may be told something, and the file be changed.
    private let canWrite: Bool
    private let steering: SteeringClient
    private let position = AppPosition()
    private let hub: EventHub
    let describe: @Sendable (any Error) -> FailureAnswer

    /// How long between two looks at a session that is recorded, and at one that is not.
    private static let liveInterval = Duration.milliseconds(40)
    private static let idleInterval = Duration.milliseconds(500)
    /// After how many looks an app is asked where it is: somebody else may have told it to travel.
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

    /// The session with where its app is.
    func answer() async throws -> SessionAnswer {
        var answer = try await session.answer()
        answer.steering = canWrite && answer.recording == .live && steering.isOpen
        answer.position = answer.steering ? await position.seq(last: answer.last) : nil
        answer.taps = answer.steering && session.app.tap != nil
        // While it is recorded, the cursor is the app's, and the file its recorder's.
        answer.changes = canWrite && answer.recording != .live
        return answer
    }

    /// Tells the app that records the session to do something.
    ///
    /// - Throws: `SteeringError`, `SessionError`.
    func travel(_ request: SteeringRequest) async throws -> SteeringAnswer {
        let answer = try await steering.send(request)
        await position.set(answer)
        _ = try await session.refresh()
        try await tell()
        return answer
    }

    /// Asks the app where it is; gives whether that is another place.
    private func askPosition() async -> Bool {
        guard canWrite, steering.isOpen, let answer = try? await steering.send(.status, timeout: .milliseconds(500))
        else {
            return false
        }
        return await position.set(answer)
    }

    /// Reads the columns, and then follows the session until the task is cancelled.
    func run() async {
        var monitor = SessionMonitor(of: session.url)
        _ = monitor.hasChanged()
        var needsIndex = true
        var isGone = false
        var wasLive = false
        var looks = 0
        while !Task.isCancelled {
            do {
                if needsIndex {
                    try await index()
                    (needsIndex, isGone) = (false, false)
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
                if monitor.hasChanged() || isGone || wasLive != isLive || hasMoved {
                    let isOther = try await session.refresh()
                    _ = try await finder.refresh()
                    if isOther { needsIndex = true } else { try await tell() }
                    isGone = false
                }
                wasLive = isLive
                try? await Task.sleep(for: isLive ? Self.liveInterval : Self.idleInterval)
            } catch {
                // A recorder that is just closing it can make it unreadable for a moment.
                if !isGone, !Task.isCancelled {
                    isGone = true
                    let failure = describe(error)
                    await hub.send(event("gone", GoneAnswer(id: session.id, error: failure.error, hint: failure.hint)))
                }
                needsIndex = true
                try? await Task.sleep(for: Self.idleInterval)
            }
        }
        await session.close()
        await finder.close()
    }

    func tell() async throws {
        await hub.send(event("session", try await answer()))
    }

    private func event(_ name: String, _ answer: some Encodable) -> String {
        "event: \(name)\ndata: \(JSONText.of(answer))\n\n"
    }

    /// On a thread of its own, with a connection of its own: meanwhile the session answers.
    private func index() async throws {
        let (url, presentation) = (session.url, session.app.presentation)
        let reader = try await QueueExecutor.onThread { try ColumnReader.reading(url, presentation) }
        try await session.adopt(reader)
    }
}

/// Where an app said that it is.
private actor AppPosition {
    private var answer: SteeringAnswer?

    /// Gives whether it is another place than before.
    @discardableResult
    func set(_ answer: SteeringAnswer) -> Bool {
        defer { self.answer = answer }
        return self.answer?.position != answer.position || self.answer?.isLocked != answer.isLocked
    }

    /// Where it is in a session with so many actions: what was dispatched since led there.
    func seq(last: Int) -> Int {
        guard let answer, answer.last == last else { return last }
        return answer.position
    }
}

struct GoneAnswer: Encodable {
    let id: Int
    let error: String
    let hint: String?
}

#endif
