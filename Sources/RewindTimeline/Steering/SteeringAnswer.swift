import RewindSession
import RewindTree

/// The state of an app after a request.
package struct SteeringAnswer: Hashable, Sendable {
    /// The seq of the previous state of the store; 0 for the initial state.
    package var from: Int
    /// The seq of the current state of the store.
    package var position: Int
    /// The seq of the last action of the session.
    package var last: Int
    /// The last seq that redo can reach.
    package var tip: Int
    /// True if a recording is being played back.
    package var isPlaying: Bool
    /// True if only travel changes a state in the past.
    package var isLocked: Bool
    /// The names of the types whose actions can be dispatched.
    package var types: [String] = []
    /// The reason why nothing was done; nil after success.
    package var refusal: SteeringRefusal?

    package init(from: Int, position: Int, last: Int, tip: Int, isPlaying: Bool, isLocked: Bool) {
        (self.from, self.position, self.last, self.tip) = (from, position, last, tip)
        (self.isPlaying, self.isLocked) = (isPlaying, isLocked)
    }
}

/// The reason why an app rejected a request.
package struct SteeringRefusal: Error, Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        case nothingToUndo, nothingToRedo
        /// The session has no such state, or the app cannot rebuild it from the recording.
        case noState
        /// An action has not finished, or the app's thread is busy. Nothing was done, and nothing will be.
        case busy
        /// The app has started, and may finish later.
        case unfinished
        /// The request came after its deadline.
        case late
        /// The file of the request is invalid.
        case malformed
        /// The app accepts no actions of this type, or no actions at all.
        case unknownType
        /// The payload is not valid for the type, or contains a mask.
        case payload
        /// The store is locked, and its state is in the past.
        case locked
        /// The app's reducer does not support locking.
        case notLockable
        /// Any other reason.
        case other
    }

    package let reason: Reason
    /// The reason as a sentence for people.
    package let text: String

    package init(_ reason: Reason, _ text: String) {
        (self.reason, self.text) = (reason, text)
    }
}

extension SteeringAnswer {
    /// The contents of the file of an answer.
    var tree: Tree {
        var members: [(String, Tree)] = [
            ("from", .integer(Int64(from))), ("position", .integer(Int64(position))), ("last", .integer(Int64(last))),
            ("tip", .integer(Int64(tip))), ("playing", .bool(isPlaying)), ("locked", .bool(isLocked)),
            ("types", Tree(elements: types.map { .string($0) })),
        ]
        if let refusal {
            members += [("refused", .string(refusal.reason.rawValue)), ("text", .string(refusal.text))]
        }
        return Tree(members: members)
    }

    /// Reads the contents of the file of an answer; nil if they are invalid.
    init?(_ tree: Tree) {
        func number(_ name: String) -> Int? {
            if case .integer(let value) = tree[member: name] { Int(clamping: value) } else { nil }
        }
        func flag(_ name: String) -> Bool? {
            if case .bool(let value) = tree[member: name] { value } else { nil }
        }
        guard let from = number("from"), let position = number("position"), let last = number("last"),
            let tip = number("tip"), let isPlaying = flag("playing"), let isLocked = flag("locked")
        else { return nil }
        self.init(
            from: from,
            position: position,
            last: last,
            tip: tip,
            isPlaying: isPlaying,
            isLocked: isLocked
        )
        if case .array(let names) = tree[member: "types"] {
            types = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        }
        guard case .string(let reason) = tree[member: "refused"], case .string(let text) = tree[member: "text"] else {
            return
        }
        refusal = SteeringRefusal(SteeringRefusal.Reason(rawValue: reason) ?? .other, text)
    }
}
