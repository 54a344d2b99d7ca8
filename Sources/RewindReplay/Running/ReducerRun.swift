import RewindSession
import RewindTree

/// The reason why a recorded action cannot be run.
package enum ReducerObstacle: String, Sendable, CaseIterable {
    /// The action was recorded by reflection only.
    case reflected
    /// No type with this name is registered.
    case unregistered
    /// The recording has only the effect.
    case lost
    /// The payload cannot be decoded.
    case undecodable
    /// The state before it is not known, as an earlier action's effect is not.
    case afterUnknown = "after_unknown"
}

/// Runs actions through an app's reducer, one at a time. A re-run, a what-if, a recovery, and a new action differ only
/// in their use of the outcome.
struct ReducerRun {
    let store: any AppStore
    private let watch: TrapWatch?

    /// Creates a run with a new store of the app.
    ///
    /// - Throws: `ReplayError.ambiguousType`.
    init(of app: RegisteredApp, watch: TrapWatch? = nil) throws {
        (store, self.watch) = (try app.makeStore(), watch)
    }

    /// Returns the obstacle to running an action that is known without decoding its payload; nil if none exists.
    func obstacle(to record: ActionRecord) -> ReducerObstacle? {
        if store.isReady(record.type) { return nil }
        guard record.payload != nil else { return .lost }
        guard record.coder == .codable else { return ActionRecord.isGap(type: record.type) ? .lost : .reflected }
        return store.registeredType(of: record.type) == nil ? .unregistered : nil
    }

    /// Calls `body`, and attributes a trap in it to the action or, without a `type`, to the state at `seq`.
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

    /// Loads the state at `seq` into the store. Returns it as encoded by the app.
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

    /// Decodes an action into the store.
    ///
    /// - Throws: `ReplayError`, `.actionNotDecodable` if its payload cannot be decoded.
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

    /// Decodes an action that is not in the recording, and updates `record` to the recorder's encoding of it.
    ///
    /// - Throws: `ReplayError`, `.unknownMember` if decoding ignores a member of its payload.
    func take(new record: inout ActionRecord) throws(ReplayError) {
        try take(record)
        guard let written = store.actionRecord() else { return }
        if let payload = record.payload {
            // An action of JavaScript has its type as a member.
            let isTyped = payload.child("type") == .string(record.type)
            let member = missingMembers(of: payload, in: written.payload).first { pointer in
                !(isTyped && pointer.tokens == ["type"])
                    && isIgnored(pointer, in: payload, named: record.type, writtenAs: written.payload)
            }
            if let member { throw .unknownMember(seq: record.seq, type: record.type, member) }
            try take(record)
        }
        (record.type, record.payload) = written
    }

    /// Returns the members, other than null, that the recorder's encoding of a payload does not have.
    private func missingMembers(of payload: Tree, in written: Tree) -> [Pointer] {
        let parts: [(key: String, value: Tree)]
        switch payload {
        case .object(let object): parts = zip(object.keys, object.values).map { ($0, $1) }
        case .array(let array): parts = array.elements.enumerated().map { (String($0.offset), $0.element) }
        default: return []
        }
        return parts.flatMap { key, value in
            guard let other = written[Pointer([key])] else { return value == .null ? [] : [Pointer([key])] }
            return missingMembers(of: value, in: other).map { Pointer([key] + $0.tokens) }
        }
    }

    /// Returns true if decoding ignores a member. An action that reads it, and encodes it otherwise, does not.
    private func isIgnored(_ pointer: Pointer, in payload: Tree, named type: String, writtenAs written: Tree) -> Bool {
        guard let less = try? payload.applying(Patch([.remove(pointer)])),
            (try? store.setAction(named: type, less)) != nil
        else { return false }
        return store.actionRecord()?.payload == written
    }

    /// Reduces the current action, and returns the resulting state. Updates `record` with the outcome: the patch from
    /// `state`, the duration, and the error. The store keeps the state before the action.
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
    /// The error that the reducer threw, empty if it had no description; nil if it threw nothing.
    var thrown: String? { status == .failed ? error ?? "" : nil }
}
