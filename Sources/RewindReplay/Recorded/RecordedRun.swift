import RewindSession
import RewindTimeline
import RewindTree

/// A run of ``RecordedSteps``.
struct RecordedRun {
    private let reducer: ReducerRun
    /// The recorded state after the last action, which shares nodes with the run's own state.
    private var recorded: Tree
    /// The values to compare; nil for the whole state.
    private var values: [(pointer: Pointer, value: Tree?)]?

    /// Creates a run from the state `start` that compares the values at `pointers`, or the whole state.
    ///
    /// - Throws: `ReplayError`.
    init(of app: RegisteredApp, start: Tree, at pointers: [Pointer]) throws {
        reducer = try ReducerRun(of: app)
        let state = try reducer.load(start, at: 0)
        recorded = state
        if !pointers.isEmpty {
            values = pointers.map { ($0, state[$0]) }
        }
    }

    /// Runs the next action.
    ///
    /// - Throws: `RecordedDifference`, `ReplayError`, or an encoding error.
    mutating func run(_ step: RecordedStep) throws {
        guard let payload = step.payload else { return try take(step) }
        try reducer.take(ActionRecord(seq: step.seq, parent: 0, at: 0, type: step.type, payload: payload))
        let attempt = try reducer.store.attempt()
        guard MaskedText.agree(recorded: step.error, rerun: attempt.error) else {
            throw RecordedDifference(step, [.error(recorded: step.error, rerun: attempt.error)])
        }
        try compare(attempt.state, with: step)
        reducer.store.commit()
        recorded = attempt.state
    }

    /// Applies the recorded effect of an action that is not run.
    private mutating func take(_ step: RecordedStep) throws {
        guard let patch = step.patch else { throw MalformedStep() }
        recorded = try applying(patch, of: step)
        try reducer.load(recorded, at: step.seq)
        note(step.values)
    }

    private mutating func compare(_ state: Tree, with step: RecordedStep) throws {
        if step.isUnknown {
            values = values?.map { ($0.pointer, state[$0.pointer]) }
        } else if values != nil {
            note(step.values)
            let other = (values ?? []).filter { state[$0.pointer] != $0.value }
            guard other.isEmpty else {
                throw RecordedDifference(
                    step,
                    other.map { .value($0.pointer, recorded: $0.value, rerun: state[$0.pointer]) }
                )
            }
        } else {
            guard let patch = step.patch else { throw MalformedStep() }
            let expected = try applying(patch, of: step)
            guard expected != state else { return }
            let changes = StateDifference(from: expected, to: state).changes
            throw RecordedDifference(
                step,
                changes.map { .value($0.pointer, recorded: expected[$0.pointer], rerun: state[$0.pointer]) }
            )
        }
    }

    private func applying(_ patch: Patch, of step: RecordedStep) throws -> Tree {
        guard let state = try? recorded.applying(patch) else { throw RecordedDifference(step, [.patchDoesNotApply]) }
        return state
    }

    private mutating func note(_ changed: [(pointer: Pointer, value: Tree?)]) {
        for (pointer, value) in changed {
            guard let index = values?.firstIndex(where: { $0.pointer == pointer }) else { continue }
            values?[index].value = value
        }
    }
}
