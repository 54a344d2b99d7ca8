#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A store with Redux DevTools, or with a client of its protocol, and the session that it is recorded into.
actor DevToolsInstance {
    /// A condition that is checked after each message.
    typealias Condition = @Sendable (isolated DevToolsInstance) -> Bool

    /// The time after which a store that was asked for its history counts as silent, in seconds.
    private static let patience = 2.0

    nonisolated let id: Tree
    nonisolated let app: String
    private let names: SessionNames
    private let report: @Sendable (ListenEvent) -> Void
    /// Passes a message to the store's client; nil while it is not connected.
    private var publish: (@Sendable (Tree) async -> Void)?
    private(set) var history: RecordedHistory?
    private var relay: SteeringRelay?
    /// True if the store has a lifted state, which it sends on request.
    private(set) var isLifted = false
    private(set) var isLocked = false
    /// The number of lifted states received.
    private(set) var stateCount = 0
    /// Actions whose states the store was asked for.
    private var unresolved: [(action: Tree, id: Int?, at: Int64)] = []
    private var asked: ContinuousClock.Instant?
    private var isStalled = false
    private var isIncomplete = false
    /// True if the store may be another one than that of the session.
    private var isRestarted = false
    private var waiter: (isDone: Condition, continuation: CheckedContinuation<Bool, Never>)?

    init(id: Tree, app: String, names: SessionNames, report: @escaping @Sendable (ListenEvent) -> Void) {
        (self.id, self.app, self.names, self.report) = (id, app, names, report)
    }

    // MARK: Messages

    /// Connects the store, again after `disconnect()`.
    func connect(_ publish: @escaping @Sendable (Tree) async -> Void) {
        self.publish = publish
        isRestarted = history != nil
    }

    func disconnect() {
        publish = nil
        if let history { report(.disconnected(app: app, history.session.url)) }
    }

    /// Records a message of `bytes` bytes.
    func receive(_ message: Tree, bytes: Int) async {
        let payload = message.child("payload").flatMap(Self.parsed)
        switch message.child("type")?.string {
        case "START":
            isRestarted = history != nil
            await send(["type": "START"])
        case "STATE", "INIT":
            if let payload, let lifted = LiftedHistory(payload) {
                await merge(lifted, bytes: bytes)
            } else {
                begin(with: payload ?? .null)
            }
        case "ACTION": await append(message, state: payload, bytes: bytes)
        case "ERROR": report(.appError(app: app, message.child("payload")?.string ?? "unknown"))
        default: break
        }
        flush()
        checkWaiter()
    }

    /// Writes rows that are held, and records actions whose states did not arrive.
    func tick() async {
        if let asked, asked.duration(to: .now) > .seconds(Self.patience) {
            self.asked = nil
            for (action, id, at) in unresolved {
                history?.append(action, id: id, at: at, state: nil, isExcess: false, bytes: 0)
            }
            unresolved = []
        }
        let wasStalled = isStalled
        flush()
        if wasStalled, !isStalled, isLifted { await askForHistory() }
    }

    /// Finishes the session.
    func close() {
        relay?.close()
        relay = nil
        history?.session.close()
        history = nil
        checkWaiter()
    }

    private func begin(with state: Tree, _ lifted: LiftedHistory? = nil) {
        close()
        (isIncomplete, isStalled, isRestarted, unresolved) = (false, false, false, [])
        do {
            let facts = ["app": app, "started_at": String(Self.now), "state_type": "JSON"]
            let session = try TreeSession(named: app, in: names, facts: facts, initialState: state)
            history = RecordedHistory(
                in: session,
                initialState: state,
                id: lifted?.baseID,
                createdAt: lifted?.createdAt
            )
            try session.flush()
            relay = try SteeringRelay(for: session.url) { [weak self] request in
                await self?.answer(to: request) ?? .refused(SteeringRefusal(.other, "The app is gone."))
            }
            report(.recording(app: app, session.url))
        } catch {
            close()
            report(.failed(app: app, error))
        }
    }

    private func merge(_ lifted: LiftedHistory, bytes: Int) async {
        isLifted = true
        isLocked = lifted.isLocked
        stateCount += 1
        if let history, isRestarted {
            isRestarted = false
            if history.continues(lifted) {
                report(.continuing(app: app, history.session.url))
            } else {
                close()
            }
        }
        if history == nil { begin(with: lifted.base ?? .null, lifted) }
        guard history?.session.isFull == false else { return isIncomplete = true }
        history?.merge(lifted, now: Self.now, bytes: bytes)
        (unresolved, asked) = ([], nil)
    }

    private func append(_ message: Tree, state: Tree?, bytes: Int) async {
        let sent = message.child("action").map { Self.parsed($0) ?? $0 } ?? .null
        let action = sent.child("type") == "PERFORM_ACTION" ? sent.child("action") ?? sent : sent
        let at = (sent.child("timestamp") ?? message.child("timestamp")).flatMap(LiftedHistory.microseconds) ?? Self.now
        let id = message.child("nextActionId")?.int.map { $0 - 1 }
        guard history != nil else {
            // The history before the first message is unknown.
            if id != nil { return await askForHistory() }
            begin(with: .null)
            history?.append(action, id: nil, at: at, state: state, isExcess: false, bytes: bytes)
            return
        }
        guard history?.session.isFull == false else { return isIncomplete = true }
        // After a jump, the state is that at the pointer, not that of the action. A falsy one is not sent.
        let isExact = history?.isAtEnd == true && history?.lastID == id.map { $0 - 1 } && state != nil
        if isLifted, !isExact || !unresolved.isEmpty {
            unresolved.append((action, id, at))
            return await askForHistory()
        }
        let isExcess = message.child("isExcess") == true
        history?.append(action, id: id, at: at, state: state, isExcess: isExcess, bytes: bytes)
    }

    private func askForHistory() async {
        asked = asked ?? .now
        await send(["type": "UPDATE"])
    }

    private func flush() {
        guard let session = history?.session else { return }
        do {
            try session.flush()
            if isStalled { report(.resumed(session.url, isComplete: !isIncomplete)) }
            (isStalled, isIncomplete) = (false, false)
        } catch SessionError.notFound(let path) {
            report(.failed(app: app, SessionError.notFound(path: path)))
            close()
        } catch {
            if !isStalled { report(.stalled(session.url, error)) }
            isStalled = true
        }
    }

    /// Sends a message to the store. None contains code that a client would evaluate.
    func send(_ message: Tree) async {
        guard case .object(let members) = message else { return }
        await publish?(Tree(members: zip(members.keys, members.values) + [("instanceId", id)]))
    }

    // MARK: Steering

    /// True if the store is connected.
    var isConnected: Bool { publish != nil }

    /// Moves to a recorded state, in the session.
    func move(to seq: Int, state: Tree) {
        history?.move(to: seq, state: state)
        flush()
    }

    /// Waits for a condition. Returns false if the store is silent.
    func wait(until isDone: @escaping Condition) async -> Bool {
        if isDone(self) { return true }
        waiter?.continuation.resume(returning: false)
        let timer = Task {
            try await Task.sleep(for: .seconds(1.7))
            endWait(false)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { waiter = (isDone, $0) }
    }

    private func checkWaiter() {
        if let waiter, waiter.isDone(self) { endWait(true) }
    }

    private func endWait(_ isDone: Bool) {
        waiter?.continuation.resume(returning: isDone)
        waiter = nil
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// Returns the value of a text that contains JSON, as most clients send it; other values as they are.
    private static func parsed(_ value: Tree) -> Tree? {
        guard case .string(let text) = value else { return value }
        return try? Tree(parsing: text)
    }
}

#endif
