import RewindSession
import RewindTimeline
import RewindTree

/// Runs single recorded actions from given states.
final class RecoveryRunner {
    /// A state, and its place in the session.
    struct Checkpoint {
        let seq: Int
        /// The tree, which shares nodes with the runner's other states.
        let state: Tree
        /// Restores the state in the store.
        let restore: () -> Void
    }

    private let timeline: Timeline
    private let reducer: ReducerRun
    /// The recorded state from which the runs start.
    private(set) var base: Checkpoint
    /// The state in the store.
    private var current: Checkpoint?

    init(_ timeline: Timeline, _ reducer: ReducerRun) {
        (self.timeline, self.reducer) = (timeline, reducer)
        base = Checkpoint(seq: timeline.first, state: .null) {}
    }

    /// Starts with the recorded state at `seq`.
    ///
    /// - Throws: `RecoveryReport.Reason.otherState` if the app cannot decode the state, or encodes it differently.
    func begin(at seq: Int) throws {
        if let current, current.seq == seq { return base = current }
        let recorded = try timeline.state(at: seq)
        let loaded = reducer.watching(seq, nil) { try? reducer.load(recorded, at: seq) }
        guard let loaded, loaded == recorded else {
            current = nil
            throw RecoveryReport.Reason.otherState
        }
        base = Checkpoint(seq: seq, state: loaded, restore: reducer.store.keepState())
        current = base
    }

    /// Runs action `seq` from a checkpoint. Returns the checkpoint after it, or the reason why it cannot be run.
    ///
    /// - Throws: `SessionError`.
    func run(_ seq: Int, from checkpoint: Checkpoint) throws -> Result<Checkpoint, RecoveryReport.Reason> {
        let record = try timeline.action(seq)
        if let obstacle = obstacle(to: record) { return .failure(obstacle) }
        return reducer.watching(seq, record.type) {
            guard (try? reducer.take(record)) != nil else { return .failure(.undecodable(record.type)) }
            if current?.seq != checkpoint.seq { checkpoint.restore() }
            current = checkpoint
            guard let attempt = try? reducer.store.attempt() else {
                return .failure(.notEncodable(record.type))
            }
            reducer.store.commit()
            let after = Checkpoint(seq: seq, state: attempt.state, restore: reducer.store.keepState())
            current = after
            return .success(after)
        }
    }

    /// Returns the reason why action `seq` cannot be run from any state; nil if no reason is known.
    ///
    /// - Throws: `SessionError`.
    func obstacle(at seq: Int) throws -> RecoveryReport.Reason? {
        obstacle(to: try timeline.action(seq))
    }

    private func obstacle(to record: ActionRecord) -> RecoveryReport.Reason? {
        if record.status == .began { return .underWay }
        return switch reducer.obstacle(to: record) {
        case .lost: .lost
        case .reflected: .reflected
        case .unregistered: .unregistered(record.type)
        case .undecodable, .afterUnknown, nil: nil
        }
    }

    /// Discards the state in the store, which differs from the recording.
    func forget() {
        current = nil
    }
}
