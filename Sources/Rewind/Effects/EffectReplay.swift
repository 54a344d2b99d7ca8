import RewindSession
import RewindTree

/// Supplies the outcomes of effects, so that their closures do not run.
///
/// The recorder calls the methods that return nothing while it holds its lock: they only note what has happened.
package protocol EffectReplay: AnyObject, Sendable {
    /// Notes that an effect has begun.
    func began(_ effect: EffectRecord)

    /// Notes that an effect has ended.
    func ended(_ effect: Int)

    /// Notes that an action has its number.
    func numbered(_ seq: Int, type: String, cause: CauseReference?)

    /// Notes that the app itself ends an effect, with a completion handler.
    func leaveToApp(_ effect: Int, input: Tree?)

    /// Waits until an effect ends, and returns its outcome; nil if the closure of the effect must run.
    func outcome<Value, Failure: Error>(
        of effect: Int,
        input: Tree?,
        isolation: isolated (any Actor)?
    ) async -> Result<Value, Failure>?

    /// Returns the outcome of a synchronous effect; nil if the closure of the effect must run.
    func outcome<Value, Failure: Error>(of effect: Int, input: Tree?) -> Result<Value, Failure>?
}

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

    /// Notes in a replay that the app ends an effect itself.
    func leaveToApp(_ effect: EffectUnderWay, _ input: Any?) {
        replay?.leaveToApp(effect.id, input: inputTree(input))
    }

    private func inputTree(_ input: Any?) -> Tree? {
        input.map { payload(of: $0).tree }
    }
}
