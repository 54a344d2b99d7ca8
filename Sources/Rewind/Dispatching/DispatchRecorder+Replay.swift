import RewindSession
import RewindTree

extension EffectReplay {
    /// Notes that an action has its number.
    func numbered(_ entry: QueueEntry) {
        numbered(entry.seq, type: Self.name(of: entry.action), cause: entry.cause)
    }

    /// Notes that a flow has begun, which has the name of a value's type if it has none.
    func began(_ flow: EffectRecord, namedBy value: Any?) {
        var flow = flow
        if let value { flow.name = Self.name(of: value) }
        began(flow)
    }

    /// The name that the writer will give an action.
    private static func name(of action: Any) -> String {
        ([TypeName.of(type(of: action))] + EnumCase.path(of: action)).joined(separator: ".")
    }
}

extension DispatchRecorder {
    /// Returns the replayed outcome of an effect once it ends; nil if its closure must run.
    func replayedOutcome<Value, Failure: Error>(
        of effect: EffectUnderWay,
        _ kind: EffectRecord.Kind,
        _ input: Any?,
        isolation: isolated (any Actor)?
    ) async -> Result<Value, Failure>? {
        guard kind == .effect, let replay else { return nil }
        return await replay.outcome(of: effect.id, input: inputTree(input), isolation: isolation)
    }

    /// Returns the replayed outcome of a synchronous effect; nil if its closure must run.
    func replayedOutcome<Value, Failure: Error>(
        of effect: EffectUnderWay,
        _ kind: EffectRecord.Kind,
        _ input: Any?
    ) -> Result<Value, Failure>? {
        guard kind == .effect, let replay else { return nil }
        return replay.outcome(of: effect.id, input: inputTree(input))
    }

    /// Returns the error of effects after the end of a replay, whose closures do not run either; nil if this is none, or
    /// if an effect cannot throw it.
    func errorAfterReplay<Failure: Error>() -> Failure? {
        replay == nil ? nil : CancellationError() as? Failure
    }

    /// Notes in a replay that the app ends an effect itself.
    func leaveToApp(_ effect: EffectUnderWay, _ input: Any?) {
        replay?.leaveToApp(effect.id, input: inputTree(input))
    }

    private func inputTree(_ input: Any?) -> Tree? {
        input.map { payload(of: $0).tree }
    }
}
