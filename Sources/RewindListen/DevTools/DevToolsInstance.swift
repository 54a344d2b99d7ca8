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
    /// Passes a message to the store's client, and returns false if it does not receive any; nil while it is not
    /// connected, also if it posts reports.
    private var publish: (@Sendable (Tree) async -> Bool)?
    private(set) var history: RecordedHistory?
    private var relay: SteeringRelay?
    /// True if the store has a lifted state, which it sends on request.
    private(set) var isLifted = false
    private(set) var isLocked = false
    /// The number of lifted states received.
    private(set) var stateCount = 0
    /// Actions for which the store was asked for its history, with the states that came with them.
    private var unresolved: [(action: LiftedState.Action, id: Int?, state: Tree?)] = []
    private var asked: ContinuousClock.Instant?
    /// The last state of a store without a lifted state.
    var shown: Tree?
    private var isStalled = false
    private var isIncomplete = false
    /// The reasons for which values were replaced.
    private var repaired: Set<JSONError.Reason> = []
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
    func connect(_ publish: (@Sendable (Tree) async -> Bool)?) {
        self.publish = publish
        relay?.setAbsent(until: nil)
        isRestarted = history != nil
    }

    func disconnect() {
        resolve()
        flush()
        publish = nil
        relay?.setAbsent(until: Date(timeIntervalSinceNow: DevToolsClients.absence / .seconds(1)))
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
        case "INIT":
            let state = try value(of: message.child("payload"), at: "payload") ?? .null
            begin(with: state)
            shown = state
        case "ACTION": try await append(message, bytes: bytes)
        case "ERROR": report(.appError(app: app, message.child("payload")?.string ?? ""))
        default: break
        }
    }

    /// Writes rows that are held, and records actions whose states did not arrive.
    func tick() async {
        if let asked, asked.duration(to: .now) > .seconds(Self.patience) { resolve() }
        let wasStalled = isStalled
        flush()
        if wasStalled, !isStalled, isLifted { await askForHistory() }
    }

    /// Records the actions for which the history does not come.
    private func resolve() {
        asked = nil
        guard !unresolved.isEmpty else { return }
        if history == nil { begin(with: .null) }
        for action in unresolved { append(action) }
        unresolved = []
    }

    private func append(_ action: (action: LiftedState.Action, id: Int?, state: Tree?)) {
        history?.append(action.action, id: action.id, state: action.state, isExcess: false, bytes: 0)
    }

    /// Finishes the session.
    func close() {
        if history != nil { resolve() }
        relay?.close()
        relay = nil
        history?.close()
        history = nil
        checkWaiter()
    }

    private func begin(with state: Tree, _ lifted: LiftedState? = nil) {
        close()
        (isIncomplete, isStalled, isRestarted) = (false, false, false)
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
        (isLifted, isLocked, asked) = (true, lifted.isLocked, nil)
        stateCount += 1
        if let url = history?.url, isRestarted {
            isRestarted = false
            if history?.continues(lifted) == true {
                report(.continuing(app: app, url))
            } else {
                close()
            }
        }
        // Reports may arrive in another order.
        if publish == nil, history?.isLater(than: lifted) == true { return }
        // Nothing is known about the state before actions that the store has dropped.
        if history == nil { begin(with: lifted.droppedCount > 0 ? .null : lifted.initialState ?? .null, lifted) }
        guard history?.isFull == false else { return isIncomplete = true }
        // The store may have dropped some meanwhile, or have sent its history before it dispatched the latest.
        let missing = unresolved.filter { $0.id.map { lifted.actions[$0] == nil } ?? false }
        unresolved = missing.filter { $0.id ?? 0 >= lifted.nextActionId }
        for action in missing where action.id ?? 0 < lifted.nextActionId { append(action) }
        history?.merge(lifted, bytes: bytes)
        if !unresolved.isEmpty { await askForHistory() }
    }

    private func append(_ message: Tree, bytes: Int) async throws(BridgeError) {
        let payload = try value(of: message.child("payload"), at: "payload")
        let actions = try actions(message.child("action"))
        let lastID = message.child("nextActionId")?.int.map { $0 - 1 }
        for (index, action) in actions.enumerated() {
            let later = actions.count - 1 - index
            var state = later == 0 ? payload : nil
            // Several actions come with as many states, or with the last one.
            if actions.count > 1, case .array(let states)? = payload, states.count == actions.count {
                state = states[index]
            }
            shown = state
            await append(action, id: lastID.map { $0 - later }, state, message.child("isExcess") == true, bytes)
        }
    }

    private func append(_ action: LiftedState.Action, id: Int?, _ state: Tree?, _ isExcess: Bool, _ bytes: Int) async {
        // With an id, the history before the first message is not known.
        if history == nil, id == nil { begin(with: .null) }
        guard history?.isFull != true else { return isIncomplete = true }
        // After a jump, the state is that at the pointer, not that of the action. A falsy one is not sent.
        let own = history?.isAtEnd == false && isLifted ? nil : state
        let isExact = history?.lastID == id.map { $0 - 1 } && own != nil
        if isLifted || history == nil, !isExact || !unresolved.isEmpty {
            unresolved.append((action, id, own))
            return await askForHistory()
        }
        history?.append(action, id: id, state: state, isExcess: isExcess, bytes: bytes)
    }

    /// Asks the store for its history, unless it has been asked.
    private func askForHistory() async {
        guard asked == nil else { return }
        asked = .now
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

    /// Sends a message to the store. Returns false if its client does not receive any. None contains code that a client
    /// would evaluate.
    @discardableResult
    func send(_ message: Tree) async -> Bool {
        guard case .object(let members) = message else { return false }
        return await publish?(Tree(members: zip(members.keys, members.values) + [("instanceId", id)])) == true
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

    /// Reports replaced values, once for a session and a reason.
    private func note(_ repairs: JSONRepairs) {
        guard let first = repairs.first, repaired.insert(first.reason).inserted else { return }
        report(.repaired(app: app, repairs))
    }

    /// Returns a value, which most clients send as a text of JSON; nil if it is missing. Old clients send an empty text
    /// for every falsy value.
    private func value(of text: Tree?, at name: String) throws(BridgeError) -> Tree? {
        guard let text, text != "" else { return nil }
        var document = try JsanDocument(text, at: name)
        defer { note(document.repairs) }
        return try document.value(document.root, at: .root)
    }

    /// Reads an action or several, which some clients send as a type alone.
    private func actions(_ text: Tree?) throws(BridgeError) -> [LiftedState.Action] {
        if let name = text?.string, !name.hasPrefix("{"), (try? JsanDocument(text, at: "action"))?.root.node == nil {
            return [LiftedState.Action(["type": .string(name)])]
        }
        var document = try JsanDocument(text, at: "action")
        defer { note(document.repairs) }
        guard case .array(let elements) = document.root else {
            return [try LiftedState.Action(document.root, in: &document, at: .root)]
        }
        var actions: [LiftedState.Action] = []
        for (index, element) in elements.enumerated() {
            actions.append(try LiftedState.Action(element, in: &document, at: [String(index)]))
        }
        return actions
    }
}

extension JsanDocument {
    fileprivate init(_ text: Tree?, at name: String) throws(BridgeError) {
        guard let text else { throw .unusable([name], .text) }
        try self.init(parsing: Array((text.string ?? text.text).utf8), at: [name])
    }
}
