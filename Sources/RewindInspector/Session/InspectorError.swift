import RewindReplay
import RewindTree

/// A request that the inspector cannot answer.
package enum InspectorError: Error, Hashable, Sendable {
    /// There is no action with this seq.
    case noSuchAction(Int)
    /// There is no state with this seq.
    case noSuchState(Int, first: Int, last: Int)
    /// There is no such request.
    case noSuchRequest
    /// A parameter is missing or malformed.
    case badParameter(String)
    /// The pointer in a request is malformed.
    case badPointer(String)
    /// The state is not known because the effect of an action was not written.
    case stateNotKnown(Int, action: Int)
    /// The tool does not have the app's reducers.
    case noReducer
    /// The copies that the page opened exceed their limit, in bytes.
    case copiesTooLarge(limit: Int)
    /// The session is a copy of a file that was dropped on the page, or of a session in a database.
    case readOnlyCopy
    /// The re-run has not reached this action yet.
    case notRerunYet(Int)
    /// The test would have more actions than permitted.
    case testTooLong(most: Int)
}

extension InspectorError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchAction(let seq): "No action \(seq)."
        case .noSuchState(let seq, _, _): "No state at \(seq)."
        case .noSuchRequest: "No such request."
        case .badParameter(let name): "\(name) is missing or invalid."
        case .badPointer: "The JSON Pointer is malformed."
        case .stateNotKnown(let seq, let action):
            "The state at \(seq) is unknown: the effect of action \(action) was not saved."
        case .noReducer: ReplayError.noReducer.description
        case .copiesTooLarge(let limit): "The files on this page exceed \(CountedNoun.text(limit, "byte"))."
        case .readOnlyCopy: "The page shows a copy of this session, which cannot be changed."
        case .notRerunYet(let seq): "The re-run has not reached action \(seq)."
        case .testTooLong(let most): "A test may have at most \(most) actions here."
        }
    }
}
