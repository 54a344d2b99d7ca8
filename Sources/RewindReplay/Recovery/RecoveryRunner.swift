import RewindSession
import RewindTimeline
import RewindTree

/// Runs single actions of a recording from states that it is given.
final class RecoveryRunner {
    /// A state, and where it is in the session.
    struct Checkpoint {
        let seq: Int
        /// The tree, in terms of the runner's own.
        let state: Tree
        /// Makes the store's state this one again.
        let restore: () -> Void
    }

    /// That an action cannot be run again, or that what a re-run comes to is not to be trusted.
    struct Refusal: Error {
        let reason: RecoveryReport.Reason

        init(_ reason: RecoveryReport.Reason) {
            self.reason = reason
        }
    }

    private let timeline: Timeline
    private let store: any AppStore
    private let watch: TrapWatch?
    /// The recorded state that was begun with.
    private(set) var base: Checkpoint
    /// The seq of the store's state.
    private var current: Int?
    /// What the last action that was run led to.
    private var latest: Checkpoint?

    init(_ timeline: Timeline, _ store: any AppStore, watch: TrapWatch?) {
        (self.timeline, self.store, self.watch) = (timeline, store, watch)
        base = Checkpoint(seq: timeline.first, state: .null) {}
    }

    /// Begins with the recorded state at `seq`.
    ///
    /// - Throws: `Refusal` when it is none of the app's, or the app writes it otherwise.
    func begin(at seq: Int) throws {
        if let latest, latest.seq == seq, current == seq {
            base = latest
            return
        }
        let recorded = try timeline.state(at: seq)
        if case .null = recorded, store.needsState { throw Refusal(.otherState) }
        watch?.enter(seq, nil, isLast: false)
        defer { watch?.leave() }
        guard (try? store.setState(recorded)) != nil, let state = try? store.stateTree(), state == recorded else {
            current = nil
            throw Refusal(.otherState)
        }
        base = Checkpoint(seq: seq, state: state, restore: store.keepState())
        current = seq
    }

    /// Runs action `seq` from a checkpoint; gives the one after it, or why it cannot be run.
    ///
    /// - Throws: `SessionError`.
    func run(_ seq: Int, from checkpoint: Checkpoint) throws -> Result<Checkpoint, Refusal> {
        let record = try record(seq)
        if let obstacle = obstacle(to: record) { return .failure(obstacle) }
        let payload = record.payload ?? .null
        watch?.enter(seq, record.type, isLast: false)
        defer { watch?.leave() }
        guard (try? store.setAction(named: record.type, payload)) != nil else {
            return .failure(Refusal(.undecodable(record.type)))
        }
        if current != checkpoint.seq { checkpoint.restore() }
        current = checkpoint.seq
        guard let attempt = try? store.attempt() else { return .failure(Refusal(.notEncodable(record.type))) }
        store.commit()
        current = seq
        let after = Checkpoint(seq: seq, state: attempt.state, restore: store.keepState())
        latest = after
        return .success(after)
    }

    /// Why action `seq` cannot be run from any state; nil where it may be.
    ///
    /// - Throws: `SessionError`.
    func obstacle(at seq: Int) throws -> Refusal? {
        obstacle(to: try record(seq))
    }

    private func record(_ seq: Int) throws -> ActionRecord {
        guard let record = try timeline.session.action(seq) else {
            throw timeline.session.damaged(.actionMissing(seq: seq))
        }
        return record
    }

    private func obstacle(to record: ActionRecord) -> Refusal? {
        if record.status == .began { return Refusal(.underWay) }
        if record.payload == nil || record.type == ActionRecord.notRecordedType { return Refusal(.lost) }
        if record.coder != .codable { return Refusal(.reflected) }
        return store.registeredType(of: record.type) == nil ? Refusal(.unregistered(record.type)) : nil
    }

    /// Lets go of what the last action led to, which is not what the recording has.
    func forget() {
        (latest, current) = (nil, nil)
    }
}
