import RewindTree

/// The state of an app after a request.
package struct SteeringAnswer: Hashable, Sendable, Codable {
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
    /// True if actions can be skipped and a history can be imported; only in the answer to `status`.
    package var edits: Bool?
    private var refused: String?
    private var text: String?

    private enum CodingKeys: String, CodingKey {
        case from, position, last, tip
        case isPlaying = "playing"
        case isLocked = "locked"
        case types, edits, refused, text
    }

    package init(from: Int, position: Int, last: Int, tip: Int, isPlaying: Bool, isLocked: Bool) {
        (self.from, self.position, self.last, self.tip) = (from, position, last, tip)
        (self.isPlaying, self.isLocked) = (isPlaying, isLocked)
    }

    /// Returns the answer that nothing was done, where the position of the app is unknown.
    package static func refused(_ refusal: SteeringRefusal) -> SteeringAnswer {
        var answer = SteeringAnswer(from: 0, position: 0, last: 0, tip: 0, isPlaying: false, isLocked: false)
        answer.refusal = refusal
        return answer
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

/// The reason why an app rejected a request.
package struct SteeringRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: String, CaseIterable, Hashable, Sendable {
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

    package static let unreadable = SteeringRefusal(.malformed, "The file of the request cannot be read.")
    package static let malformed = SteeringRefusal(.malformed, "Malformed request.")
    package static let unknown = SteeringRefusal(.malformed, "Unknown request.")
    package static let late = SteeringRefusal(.late, "The request arrived too late.")
    package static let unfinished = SteeringRefusal(.unfinished, "The app has not finished the request yet.")
    package static let maskedPayload = SteeringRefusal(.payload, "The payload contains the mask of a masked value.")

    package var description: String { text }
}

/// The reason why a running app cannot be steered.
package enum SteeringError: Error, Hashable, Sendable {
    /// The app is recording, but has not opened its travel to other programs.
    case notOpen(path: String)
    /// The app ended without closing its recording.
    case gone(path: String)
    /// No app is recording the session.
    case nobodyRecords(path: String)
    /// The app did not answer. If `isTaken`, it has the request and may carry it out later; otherwise it never will.
    case noAnswer(seconds: Double, isTaken: Bool)
    /// The app has another version of Rewind, with a different protocol.
    case otherVersion(Int)
    /// The request has `bytes` bytes, which is more than an app accepts.
    case tooLong(bytes: Int, limit: Int)
}

extension SteeringError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notOpen(let path): "The app recording \(path) does not accept travel commands."
        case .gone(let path): "The app recording \(path) ended without closing it."
        case .nobodyRecords(let path): "No app is recording \(path)."
        case .noAnswer(let seconds, let isTaken):
            "The app did not answer within \(CountedNoun.text(seconds, "second")), "
                + (isTaken ? "but still may." : "and no longer will.")
        case .otherVersion(let version):
            "The app uses version \(version) of the travel protocol, which this rewind does not."
        case .tooLong(let bytes, let limit): "The action has \(bytes) bytes; an app accepts \(limit)."
        }
    }
}
