import Foundation
import RewindBridge
import RewindRemote
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
    private var unresolved: [(action: LiftedState.Action, id: Int?)] = []
    private var asked: ContinuousClock.Instant?
    private var isStalled = false
    private var isIncomplete = false
    private var hasRepaired = false
    /// True if the store may be another one than that of the session.
    private var isRestarted = false
    private var waiter: (isDone: Condition, continuation: CheckedContinuation<Bool, Never>)?

    init(id: Tree, app: String, names: SessionNames, report: @escaping @Sendable (ListenEvent) -> Void) {
        self.id = id
        self.app = app
        self.names = names
        self.report = report
    }

    // MARK: Messages

    /// Connects the store, again after `disconnect()`.
    func connect(_ publish: @escaping @Sendable (Tree) async -> Void) {
        self.publish = publish
        isRestarted = history != nil
    }

    func disconnect() {
        publish = nil
        if let history { report(.disconnected(app: app, history.url)) }
    }

    /// Records a message of `bytes` bytes.
    func receive(_ message: Tree, bytes: Int) async {
        do {
            try await record(message, bytes: bytes)
        } catch {
            report(.unreadable(app: app, error))
        }
        flush()
        checkWaiter()
    }

    private func record(_ message: Tree, bytes: Int) async throws(BridgeError) {
        switch message.child("type")?.string {
        case "START":
            isRestarted = history != nil
            await send(["type": "START"])
        case "STATE":
            var document = try JsanDocument(message.child("payload"), at: "payload")
            let lifted = try LiftedState(&document)
            note(lifted.repairs)
            await merge(lifted, bytes: bytes)
        case "INIT": begin(with: try value(of: message.child("payload"), at: "payload") ?? .null)
        case "ACTION": try await append(message, bytes: bytes)
        case "ERROR": report(.appError(app: app, message.child("payload")?.string ?? ""))
        default: break
        }
    }

    /// Writes rows that are held, and records actions whose states did not arrive.
    func tick() async {
        if let asked, asked.duration(to: .now) > .seconds(Self.patience) {
            self.asked = nil
            for (action, id) in unresolved {
                history?.append(action, id: id, state: nil, isExcess: false, bytes: 0)
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
        history?.close()
        history = nil
        checkWaiter()
    }

    private func begin(with state: Tree, _ lifted: LiftedState? = nil) {
        close()
        (isIncomplete, isStalled, isRestarted, unresolved) = (false, false, false, [])
        do {
            let id = lifted?.beginsWithInit == true ? 0 : nil
            let created = try RecordedHistory(app, in: names, initialState: state, id: id, createdAt: lifted?.createdAt)
            history = created
            relay = try SteeringRelay(for: created.url) { [weak self] request in
                guard let self else { throw Refusal(.other, "The app is gone.") }
                return try await self.answer(to: request)
            }
            report(.recording(app: app, created.url))
        } catch {
            close()
            report(.failed(app: app, error))
        }
    }

    private func merge(_ lifted: LiftedState, bytes: Int) async {
        (isLifted, isLocked) = (true, lifted.isLocked)
        stateCount += 1
        if let url = history?.url, isRestarted {
            isRestarted = false
            if history?.continues(lifted) == true {
                report(.continuing(app: app, url))
            } else {
                close()
            }
        }
        if history == nil { begin(with: lifted.initialState ?? .null, lifted) }
        guard history?.isFull == false else { return isIncomplete = true }
        history?.merge(lifted, bytes: bytes)
        (unresolved, asked) = ([], nil)
    }

    private func append(_ message: Tree, bytes: Int) async throws(BridgeError) {
        let state = try value(of: message.child("payload"), at: "payload")
        let action = try action(message.child("action"))
        let id = message.child("nextActionId")?.int.map { $0 - 1 }
        if history == nil {
            // The history before the first message is unknown.
            if id != nil { return await askForHistory() }
            begin(with: .null)
        }
        guard history?.isFull == false else { return isIncomplete = true }
        // After a jump, the state is that at the pointer, not that of the action. A falsy one is not sent.
        let isExact = history?.isAtEnd == true && history?.lastID == id.map { $0 - 1 } && state != nil
        if isLifted, !isExact || !unresolved.isEmpty {
            unresolved.append((action, id))
            return await askForHistory()
        }
        history?.append(action, id: id, state: state, isExcess: message.child("isExcess") == true, bytes: bytes)
    }

    private func askForHistory() async {
        asked = asked ?? .now
        await send(["type": "UPDATE"])
    }

    private func flush() {
        guard let url = history?.url else { return }
        do {
            try history?.flush()
            if isStalled { report(.resumed(url, isComplete: !isIncomplete)) }
            (isStalled, isIncomplete) = (false, false)
        } catch SessionError.notFound(let path) {
            report(.failed(app: app, SessionError.notFound(path: path)))
            close()
        } catch {
            if !isStalled { report(.stalled(url, error)) }
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

    /// Changes the bookmarks of the session.
    ///
    /// - Throws: `SessionError`.
    func mark(_ change: BookmarkChange) throws {
        try history?.mark(change)
    }

    // MARK: Values

    /// Reports replaced values, once for a session.
    private func note(_ repairs: JSONRepairs) {
        guard repairs.count > 0, !hasRepaired else { return }
        hasRepaired = true
        report(.repaired(app: app, repairs))
    }

    /// Returns a value, which most clients send as a text of JSON; nil if it is missing.
    private func value(of text: Tree?, at name: String) throws(BridgeError) -> Tree? {
        guard let text else { return nil }
        var document = try JsanDocument(text, at: name)
        defer { note(document.repairs) }
        return try document.value(document.root, at: .root)
    }

    /// Reads an action, which some clients send as its type alone.
    private func action(_ text: Tree?) throws(BridgeError) -> LiftedState.Action {
        if let name = text?.string, !name.hasPrefix("{") { return LiftedState.Action(["type": .string(name)]) }
        var document = try JsanDocument(text, at: "action")
        defer { note(document.repairs) }
        return try LiftedState.Action(document.root, in: &document, at: .root)
    }
}

extension JsanDocument {
    fileprivate init(_ text: Tree?, at name: String) throws(BridgeError) {
        guard let text else { throw .unusable([name], .text) }
        try self.init(parsing: Array((text.string ?? text.text).utf8), at: [name])
    }
}
