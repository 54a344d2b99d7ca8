import RewindSession
import RewindTree

/// An error of reading a recorded session.
public struct RecordedSessionError: Error, Sendable {
    /// The kind of an error. Later versions may add cases.
    public enum Code: Hashable, Sendable {
        /// There is no such file.
        case notFound
        /// The file is not a session.
        case notASession
        /// The format version of the session is not supported.
        case unsupportedVersion
        /// The session is damaged.
        case damaged
        /// An app or a tool is writing to the session, which must be unchanged while it is opened.
        case inUse
        /// Reading the file is not permitted.
        case notPermitted
        /// The text is not a JSON Pointer.
        case malformedPointer
        /// The text is not a REF.
        case malformedReference
        /// The text is not a length of time.
        case malformedDuration
        /// The condition is not a SQLite expression, or cannot be evaluated.
        case malformedCondition
        /// The session has no such state, bookmark, action type, effect or time.
        case outOfRange
        /// The state was pruned.
        case pruned
        /// The state at `seq` is unknown because the effect of `action` was not written: the process was killed, or the
        /// disk was full. The state at `lastKnown` is the last known one before it. `rewind replay` can recover the
        /// state with the app's reducer.
        case unknownState(seq: Int, action: Int, lastKnown: Int)
        /// The task was canceled.
        case canceled
        /// Another error of the file system or of SQLite.
        case other
    }

    /// The kind of the error.
    public let code: Code
    /// A sentence with the fact and the place, without values from states or actions.
    public let message: String
    /// The original error, for the tool's messages.
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package init(unknownState seq: Int, action: Int, lastKnown: Int) {
        self.init(
            .unknownState(seq: seq, action: action, lastKnown: lastKnown),
            "The state at \(seq) is unknown: the effect of action \(action) was not written. "
                + "The last known state is the one at \(lastKnown)."
        )
    }

    /// Runs `body` and converts its errors.
    package static func converting<Result>(_ body: () throws -> Result) throws(RecordedSessionError) -> Result {
        do {
            return try body()
        } catch let error as RecordedSessionError {
            throw error
        } catch let error as SessionError {
            throw RecordedSessionError(error)
        } catch let error as TimelineError {
            throw RecordedSessionError(error)
        } catch let error as PointerError {
            throw RecordedSessionError(.malformedPointer, "The text is not a JSON Pointer.", cause: error)
        } catch is CancellationError {
            throw RecordedSessionError(.canceled, "Reading was canceled.", cause: CancellationError())
        } catch {
            throw RecordedSessionError(.other, "The session cannot be read: \(error.clause).", cause: error)
        }
    }
}

extension RecordedSessionError: CustomStringConvertible {
    public var description: String { message }
}

extension RecordedSessionError {
    private init(_ error: SessionError) {
        let code: Code =
            switch error {
            case .notFound, .noSuchFolder: .notFound
            case .isDirectory, .notASession: .notASession
            case .unsupportedVersion: .unsupportedVersion
            case .damaged: .damaged
            case .beingRecorded, .noLocks: .inUse
            case .notPermitted: .notPermitted
            case .alreadyExists, .diskFull, .partMissing, .system: .other
            }
        self.init(code, error.description, cause: error)
    }

    private init(_ error: TimelineError) {
        let code: Code =
            switch error {
            case .malformedReference: .malformedReference
            case .malformedExpression: .malformedCondition
            case .pruned: .pruned
            case .referenceOutOfRange, .noStates, .noSuchBookmark, .noActionOfType, .noSuchEffect, .notRecordedThen,
                .neverOnTheClock, .noActionLed:
                .outOfRange
            case .emptyRange, .noActions, .nothingToUndo, .nothingToRedo, .notABranch, .malformedPattern,
                .nothingMatches,
                .notAnAncestor, .goodIsBad, .badIsGood, .endIsUntestable, .tooManyToAlign:
                .other
            }
        self.init(code, error.description, cause: error)
    }
}
