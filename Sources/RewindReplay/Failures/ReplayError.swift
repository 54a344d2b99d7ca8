import RewindTree

/// An error in a re-run. Never contains a value from a state or payload.
package enum ReplayError: Error, Hashable, Sendable {
    /// The app has no reducer.
    case noReducer
    /// Several of the registered types have this name.
    case ambiguousType(String)
    /// No type is registered for actions with this name.
    case unknownType(String)
    /// The registered type does not conform to `action`, the type that the reducer takes.
    case notAnAction(type: String, action: String)
    /// The session does not have the state before the first action, and the reducer cannot create one.
    case noFirstState
    /// The state at a seq cannot be decoded as the app's state.
    case stateNotDecodable(seq: Int, DecodingFailure)
    /// The payload of a recorded, edited, or new action cannot be decoded.
    case actionNotDecodable(seq: Int, type: String, DecodingFailure)
    /// The payload of an edited or new action has a member that the type does not have.
    case unknownMember(seq: Int, type: String, Pointer)
    /// The state after an action cannot be encoded.
    case stateNotEncodable(seq: Int, type: String)
    /// The recorded effect of an action that cannot be re-run does not apply to the state of the re-run.
    case effectDoesNotFit(seq: Int, type: String)
    /// The changes of a what-if contradict each other about an action.
    case contradiction(seq: Int)
    /// A change refers to an action that does not lead to the end of the branch.
    case notOnPath(seq: Int, end: Int)
    /// The seq is that of the first state, which cannot be changed.
    case notAnActionAt(seq: Int)
    /// No action leads from one state to the other.
    case noActions(from: Int, to: Int)
    /// The recording does not have the state to start from; `lastKnown` is the seq of the last known state before it.
    case stateNotKnown(seq: Int, lastKnown: Int)
    /// The state at which to dispatch an action is not known; `lastKnown` is the seq of the last known state before it.
    case noStateToDispatchAt(seq: Int, lastKnown: Int)
    /// An action can neither be re-run, nor is its effect in the recording.
    case effectNotKnown(seq: Int, type: String)
    /// The type is private, so other files cannot refer to it.
    case unreachableType(String)
    /// An action was not caused by a flow, as far as known, nor without a cause.
    case noFlow(seq: Int)
    /// The app cannot go back to the state that an action was applied to.
    case noTravel(to: Int, before: Int)
    /// The session has no effect with this number whose outcome could be edited.
    case noSuchEffect(Int)
    /// The app has no flows.
    case noFlows
    /// The app has nothing to run for a root with this name.
    case unknownFlow(String)
    /// The new outcome of an effect is not an object with a value, an error, or a cancellation.
    case malformedOutcome(Int)
}

extension ReplayError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noReducer: "This tool does not have the app's reducers."
        case .ambiguousType(let name): "Two registered action types are named \(name)."
        case .unknownType(let name): "No registered action type is named \(name)."
        case .notAnAction(let type, let action): "The reducer takes \(action), which \(type) is not."
        case .noFirstState: "The state before the first action was not recorded."
        case .stateNotDecodable(let seq, let failure): "The state at \(seq) does not decode: \(failure)."
        case .actionNotDecodable(let seq, let type, let failure):
            "The \(type) given for \(seq) does not decode: \(failure)."
        case .unknownMember(let seq, let type, let pointer):
            "The \(type) given for \(seq) has the member \(pointer.description), which the type does not have."
        case .stateNotEncodable(let seq, let type): "The state after action \(seq), \(type), cannot be encoded."
        case .effectDoesNotFit(let seq, let type):
            "Action \(seq), \(type), cannot be re-run, and its recorded effect does not fit the new state."
        case .contradiction(let seq): "The options contradict each other about action \(seq)."
        case .notOnPath(let seq, let end): "Action \(seq) is not on the branch to re-run, which ends at \(end)."
        case .notAnActionAt(let seq): "No action to change at \(seq), the initial state."
        case .noActions(let from, let to): "No action leads from state \(from) to state \(to)."
        case .stateNotKnown(let seq, _): "A test cannot start after \(seq), where the state is unknown."
        case .noStateToDispatchAt(let seq, _): "Cannot dispatch at \(seq), where the state is unknown."
        case .effectNotKnown(let seq, let type):
            "Action \(seq), \(type), cannot be re-run, and its effect is unknown."
        case .unreachableType(let type): "\(type) is private, so a test cannot use it."
        case .noFlow(let seq): "The flow that led to action \(seq) is not known."
        case .noTravel(let seq, let action):
            "The session goes back to \(seq) before action \(action), which the app cannot do in a replay."
        case .noFlows: "This tool cannot run the app's flows."
        case .unknownFlow(let name): "The app has neither a flow nor an action named \(name)."
        case .noSuchEffect(let id): "No effect \(id) in this session that got a value from outside."
        case .malformedOutcome(let id):
            "The outcome of effect \(id) must be {\"value\":…}, {\"error\":…}, or {\"canceled\":true}."
        }
    }
}
