import RewindSession
import RewindTree

/// How an app stands after a request.
package struct SteeringAnswer: Hashable, Sendable {
    /// The action whose state the store had before; 0 for the initial state.
    package var from: Int
    /// The action whose state the store has.
    package var position: Int
    /// The last action of the session.
    package var last: Int
    /// The action that redo leads to in the end.
    package var tip: Int
    /// Whether a recording is played back.
    package var isPlaying: Bool
    /// Whether nothing but travel changes a state of the past.
    package var isLocked: Bool
    /// The names of the types whose actions can be dispatched.
    package var types: [String] = []
    /// Why nothing was done; nil where it was.
    package var refusal: SteeringRefusal?

    package init(from: Int, position: Int, last: Int, tip: Int, isPlaying: Bool, isLocked: Bool) {
        (self.from, self.position, self.last, self.tip) = (from, position, last, tip)
        (self.isPlaying, self.isLocked) = (isPlaying, isLocked)
    }
}

/// Why an app did not do what it was asked to.
package struct SteeringRefusal: Error, Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        case nothingToUndo, nothingToRedo
        /// The session has no such state, or the app cannot make it of what was recorded.
        case noState
        /// An action is under way, or the app's thread is busy; nothing was done, nor will be.
        case busy
        /// The app is at it, and may be done later.
        case unfinished
        /// The request came after its time.
        case late
        /// The file of the request is none that an app takes.
        case malformed
        /// The app takes no actions of that type, or none at all.
        case unknownType
        /// The payload is none of that type, or has a mask in it.
        case payload
        /// The store is locked, and has a state of the past.
        case locked
        /// The app's reducer is not made for being locked.
        case notLockable
        /// Anything else.
        case other
    }

    package let reason: Reason
    /// The same in a sentence, for people.
    package let text: String

    package init(_ reason: Reason, _ text: String) {
        (self.reason, self.text) = (reason, text)
    }
}

extension SteeringAnswer {
    /// What is in the file of an answer.
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

    /// Reads what is in the file of an answer; nil where it is none.
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
