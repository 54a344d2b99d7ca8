import SessionFile
import StateTree

/// What the dispatching threads hand to the writer: one action with the state it led to, or something that stands in
/// the log's order beside the actions.
///
/// One allocation for each dispatch; the state is copied into it once and never moved again.
///
/// Sound to send because the dispatching side changes it only before it hands it over. Actions and states are values:
/// whoever dispatches keeps copies of its own. A class instance inside one may change before it is read; then its later
/// value is recorded.
final class Captured<State>: @unchecked Sendable {
    enum Kind {
        /// The state before the first action; there is no action.
        case initial
        /// An action that is under way.
        case open
        /// An action whose state is here.
        case done
        /// Actions for which there was no room. `seq` is the last of them, and the state is the one that it led to.
        case gap(first: Int)
    }

    let seq: Int
    /// When it was dispatched, in microseconds since 1970.
    let at: Int64
    let action: Any
    /// The action's tree, nil until the writer makes it.
    let payload: Payload?
    let origin: String?
    var kind: Kind
    var state: State?
    /// The clock when it was dispatched, then how long it took, in nanoseconds.
    var nanoseconds: UInt64 = 0

    init(_ kind: Kind, seq: Int, at: Int64, action: Any, payload: Payload?, origin: String?) {
        self.kind = kind
        self.seq = seq
        self.at = at
        self.action = action
        self.payload = payload
        self.origin = origin
    }

    /// Whether it is an action that is under way.
    var isOpen: Bool {
        if case .open = kind { true } else { false }
    }

    /// The first of the actions that it stands for.
    var firstSeq: Int {
        if case .gap(let first) = kind { first } else { seq }
    }

    /// The row of the action, as far as it is known without its state.
    func record(payload: Payload, status: ActionRecord.Status) -> ActionRecord {
        ActionRecord(
            seq: seq,
            parent: seq - 1,
            at: at,
            type: payload.type,
            coder: payload.isCodable ? .codable : .reflected,
            payload: payload.tree,
            status: status,
            origin: origin
        )
    }

    convenience init(initial state: State?) {
        self.init(.initial, seq: 0, at: 0, action: (), payload: nil, origin: nil)
        self.state = state
    }

    convenience init(gapFrom first: Int, to last: Captured<State>) {
        self.init(.gap(first: first), seq: last.seq, at: last.at, action: (), payload: nil, origin: nil)
        state = last.state
    }
}

/// An action as a tree.
struct Payload {
    /// The name of the action's type.
    let type: String
    let tree: Tree
    /// Whether it was made with `Codable`, so that it decodes again.
    let isCodable: Bool
}
