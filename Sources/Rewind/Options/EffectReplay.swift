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
