import RewindTree

/// The reason why an app, or the server that it sends to, did not do what was requested, as the page and the tool
/// show it.
package struct Refusal: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Code: String, CaseIterable, Hashable, Sendable, Codable {
        case nothingToUndo, nothingToRedo
        /// The session has no such state, or the app cannot rebuild it from the recording.
        case noState
        /// An action has not finished, or the app's thread is busy. Nothing was done, and nothing will be.
        case busy
        /// The app has started, and may finish later.
        case unfinished
        /// The request came after its deadline.
        case late
        /// The message is invalid.
        case malformed
        /// The app accepts no actions of this type, or no actions at all.
        case unknownType
        /// The payload is not valid for the type, or contains a mask.
        case payload
        /// The store is locked, and its state is in the past.
        case locked
        /// The app's reducer does not support locking.
        case notLockable
        /// The app is recording, but has not opened its travel to other programs.
        case notOpen
        /// No app is recording the session.
        case notRecorded
        /// The app did not answer, and will never do it.
        case noAnswer
        /// The app has another version of Rewind, with a different protocol.
        case otherVersion
        /// The request has more bytes than an app accepts.
        case tooLong
        /// Any other reason.
        case other
    }

    package let code: Code
    /// The reason as a sentence for people.
    package let message: String

    package init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    package var description: String { message }

    package static let unreadable = Refusal(.malformed, "The file of the request cannot be read.")
    package static let malformed = Refusal(.malformed, "Malformed request.")
    package static let late = Refusal(.late, "The request arrived too late.")
    package static let failed = Refusal(.other, "The app could not carry out the request.")
    package static let missingAction = Refusal(.malformed, "An action is missing before the first one.")
    package static let maskedPayload = Refusal(.payload, "The payload contains the mask of a masked value.")

    package static func notOpen(path: String) -> Refusal {
        Refusal(.notOpen, "The app recording \(path) does not accept travel commands.")
    }

    package static func gone(path: String) -> Refusal {
        Refusal(.notRecorded, "The app recording \(path) ended without closing it.")
    }

    package static func notRecorded(path: String) -> Refusal {
        Refusal(.notRecorded, "No app is recording \(path).")
    }

    /// The app did not answer. If `isTaken`, it has the request and may carry it out later; otherwise it never will.
    package static func noAnswer(seconds: Double, isTaken: Bool) -> Refusal {
        let text = "The app did not answer within \(CountedNoun.text(seconds, "second")), "
        return isTaken
            ? Refusal(.unfinished, text + "but still may.") : Refusal(.noAnswer, text + "and no longer will.")
    }

    package static func otherVersion(_ version: Int) -> Refusal {
        Refusal(.otherVersion, "The app uses version \(version) of the travel protocol, which this rewind does not.")
    }

    package static func tooLong(bytes: Int, limit: Int) -> Refusal {
        Refusal(.tooLong, "The action has \(bytes) bytes; an app accepts \(limit).")
    }
}
