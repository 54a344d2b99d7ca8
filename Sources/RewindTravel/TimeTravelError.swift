/// Why a store could not be brought to a state.
public enum TimeTravelError: Error, Hashable, Sendable {
    /// There is nothing before the state that the store has.
    case nothingToUndo
    /// There is nothing after the state that the store has.
    case nothingToRedo
    /// The session has no state of that number: it was not recorded, or was pruned.
    case noState(seq: Int)
    /// The state cannot be made of what the session has of it. `reason` is for people, and holds no values.
    case notDecodable(seq: Int, reason: String)
    /// Something in the state was masked when it was recorded, and cannot be had back.
    case masked(seq: Int)
    /// An action is under way on this thread: a subscriber travels only when that is done.
    case dispatching
    /// The recorder was closed.
    case closed
    /// The session cannot be read now. `reason` is for people.
    case unreadable(reason: String)
    /// Travel cannot be opened to others. `reason` is for people.
    case notOpened(reason: String)
}

extension TimeTravelError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nothingToUndo: "There is nothing to undo."
        case .nothingToRedo: "There is nothing to redo."
        case .noState(let seq): "The session has no state \(seq)."
        case .notDecodable(let seq, let reason): "The state \(seq) cannot be decoded: \(reason)."
        case .masked(let seq): "The state \(seq) cannot be restored, because a part of it was masked."
        case .dispatching: "The store cannot travel while an action is under way."
        case .closed: "The recorder was closed."
        case .unreadable(let reason): "The session cannot be read: \(reason)."
        case .notOpened(let reason): "Travel cannot be opened to others: \(reason)."
        }
    }
}
