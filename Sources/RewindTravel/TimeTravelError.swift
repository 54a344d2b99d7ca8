/// An error of time travel.
public enum TimeTravelError: Error, Hashable, Sendable {
    /// No step leads to the current state.
    case nothingToUndo
    /// No step follows the current state.
    case nothingToRedo
    /// The session does not have the state: it was not recorded, or was pruned.
    case noState(seq: Int)
    /// The state is not kept in memory, and the one in the session cannot be decoded. `reason` is for people, names the
    /// option that limits the kept states, and holds no values.
    case notDecodable(seq: Int, reason: String)
    /// A value of the state was masked when it was recorded, and cannot be restored.
    case masked(seq: Int)
    /// An action is being dispatched on this thread: a subscriber can only travel after that.
    case dispatching
    /// The recorder was closed.
    case closed
    /// The session cannot be read. `reason` is for people.
    case unreadable(reason: String)
    /// Travel cannot be opened to other processes. `reason` is for people.
    case notOpened(reason: String)
}

extension TimeTravelError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nothingToUndo: "There is nothing to undo."
        case .nothingToRedo: "There is nothing to redo."
        case .noState(let seq): "The session has no state \(seq)."
        case .notDecodable(let seq, let reason): "The state \(seq) cannot be restored: \(reason)."
        case .masked(let seq): "The state \(seq) cannot be restored because a part of it was masked."
        case .dispatching: "The store cannot travel while an action is being dispatched."
        case .closed: "The recorder was closed."
        case .unreadable(let reason): "The session cannot be read: \(reason)."
        case .notOpened(let reason): "Travel cannot be opened to other processes: \(reason)."
        }
    }
}
