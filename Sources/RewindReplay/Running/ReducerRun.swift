import RewindSession
import RewindTimeline
import RewindTree

/// The reason why an action of a recording cannot be run.
package enum ReducerObstacle: String, Sendable, CaseIterable {
    /// It was only reflected when it was recorded.
    case reflected
    /// No type of that name is registered.
    case unregistered
    /// The recording has its effect only.
    case lost
    /// Its payload does not decode.
    case undecodable
    /// The state before it is not known, as that of an action before it is not.
    case afterUnknown = "after_unknown"
}

/// Runs actions through an app's reducer, one at a time: a re-run, a what-if, a recovery and a new action differ in what
/// they do with the outcome.
struct ReducerRun {
    let store: any AppStore
    private let watch: TrapWatch?

    /// - Throws: `ReplayError.ambiguousType`.
    init(of app: RegisteredApp, watch: TrapWatch? = nil) throws {
        (store, self.watch) = (try app.makeStore(), watch)
    }

    /// Returns the obstacle to running an action that shows before its payload is decoded; nil if there is none.
    func obstacle(to record: ActionRecord) -> ReducerObstacle? {
        if store.isReady(record.type) { return nil }
        guard record.payload != nil else { return .lost }
        guard record.coder == .codable else { return ActionRecord.isGap(type: record.type) ? .lost : .reflected }
        return store.registeredType(of: record.type) == nil ? .unregistered : nil
    }

    /// Runs `body`, in which a trap is one of the action, or without a `type` one of the state at `seq`.
    func watching<Result>(
        _ seq: Int,
        _ type: String?,
        isLast: Bool = false,
        _ body: () throws -> Result
    ) rethrows -> Result {
        watch?.enter(seq, type, isLast: isLast)
        defer { watch?.leave() }
        return try body()
    }

    /// Takes the state at `seq`, and returns it as the app encodes it.
    ///
    /// - Throws: `ReplayError.noFirstState`, `ReplayError.stateNotDecodable`.
    @discardableResult
    func load(_ state: Tree, at seq: Int) throws(ReplayError) -> Tree {
        if case .null = state, store.needsState { throw .noFirstState }
        do {
            try store.setState(state)
            return try store.stateTree()
        } catch {
            throw .stateNotDecodable(seq: seq, DecodingFailure(error, in: state))
        }
    }

    /// Takes an action.
    ///
    /// - Throws: `ReplayError`, `.actionNotDecodable` if its payload is none of its type's.
    func take(_ record: ActionRecord) throws(ReplayError) {
        let payload = record.payload ?? .null
        do {
            try store.setAction(named: record.type, payload)
        } catch let error as ReplayError {
            throw error
        } catch {
            throw .actionNotDecodable(seq: record.seq, type: record.type, DecodingFailure(error, in: payload))
        }
    }

    /// Takes an action that is not in the recording, which `record` has then as the recorder would write it.
    ///
    /// - Throws: `ReplayError`.
    func take(new record: inout ActionRecord) throws(ReplayError) {
        try take(record)
        if let written = store.actionRecord() { (record.type, record.payload) = written }
    }

    /// Reduces the action that was taken, and returns the state after it. `record` has its outcome then: how it changed
    /// `state`, how long it took, and what its reducer threw. The store stays at the state before it.
    ///
    /// - Throws: `ReplayError.stateNotEncodable`.
    func reduce(_ record: inout ActionRecord, from state: Tree) throws(ReplayError) -> Tree {
        let start = ContinuousClock.now
        guard let attempt = try? store.attempt() else {
            throw .stateNotEncodable(seq: record.seq, type: record.type)
        }
        let (seconds, attoseconds) = start.duration(to: .now).components
        record.duration = seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
        (record.status, record.error) = (attempt.error == nil ? .done : .failed, attempt.error)
        record.patch = attempt.state.patch(from: state)
        return attempt.state
    }
}

extension ActionRecord {
    /// What the reducer threw, empty where it said nothing; nil if it threw nothing.
    var thrown: String? { status == .failed ? error ?? "" : nil }
}
