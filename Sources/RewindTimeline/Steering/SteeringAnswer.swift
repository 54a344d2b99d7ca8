/// How an app stands after a request.
package struct SteeringAnswer: Hashable, Sendable, Codable {
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
    private var refused: String?
    private var text: String?

    private enum CodingKeys: String, CodingKey {
        case from, position, last, tip
        case isPlaying = "playing"
        case isLocked = "locked"
        case types, refused, text
    }

    package init(from: Int, position: Int, last: Int, tip: Int, isPlaying: Bool, isLocked: Bool) {
        (self.from, self.position, self.last, self.tip) = (from, position, last, tip)
        (self.isPlaying, self.isLocked) = (isPlaying, isLocked)
    }

    /// Why nothing was done; nil where it was.
    package var refusal: SteeringRefusal? {
        get {
            guard let refused, let text else { return nil }
            return SteeringRefusal(SteeringRefusal.Reason(rawValue: refused) ?? .other, text)
        }
        set { (refused, text) = (newValue?.reason.rawValue, newValue?.text) }
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
