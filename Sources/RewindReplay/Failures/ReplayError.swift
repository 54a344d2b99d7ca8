import RewindTree

/// What can be wrong with a re-run. Never holds a value from a state or a payload.
package enum ReplayError: Error, Hashable, Sendable {
    /// The app has no reducer.
    case noReducer
    /// Several of the registered types have that name.
    case ambiguousType(String)
    /// No type is registered for actions of that name.
    case unknownType(String)
    /// The registered type is none that the reducer takes, which takes `action`.
    case notAnAction(type: String, action: String)
    /// The session does not have the state before the first action, and the reducer cannot make one of nothing.
    case noFirstState
    /// The state at a seq is none of the app's.
    case stateNotDecodable(seq: Int, DecodingFailure)
    /// The payload of an action, or one that stands in for it, is none of its type's.
    case actionNotDecodable(seq: Int, type: String, DecodingFailure)
    /// The state that an action leads to cannot be encoded.
    case stateNotEncodable(seq: Int, type: String)
    /// An action that cannot be re-run has an effect that does not fit the state that it comes to.
    case effectDoesNotFit(seq: Int, type: String)
    /// The changes of a re-run contradict each other about an action.
    case contradiction(seq: Int)
    /// An action that shall be changed is not on the way to the end.
    case notOnTheWay(seq: Int, end: Int)
    /// The first state cannot be changed.
    case notAnActionAt(seq: Int)
    /// No action leads from the state at the one seq to that at the other.
    case noActions(from: Int, to: Int)
    /// The recording does not have the state to begin with; `lastKnown` is the seq of the one before that it has.
    case stateNotKnown(seq: Int, lastKnown: Int)
    /// Nobody knows the state that an action was to be dispatched at; `lastKnown` is the seq of the one before it that is
    /// known.
    case noStateToDispatchAt(seq: Int, lastKnown: Int)
    /// An action can neither be re-run nor its effect be taken from the recording.
    case effectNotKnown(seq: Int, type: String)
    /// The type is private, so that no other file can name it.
    case unreachableType(String)
}
