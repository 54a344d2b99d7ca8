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
        /// The condition is not a SQLite expression, or cannot be evaluated.
        case malformedCondition
        /// The session has no such state, bookmark, action type or time.
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
        (self.code, self.message, self.cause) = (code, message, cause)
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
            throw RecordedSessionError(.other, "The session cannot be read: \(error).", cause: error)
        }
    }
}

extension RecordedSessionError: CustomStringConvertible {
    public var description: String { message }
}

extension RecordedSessionError {
    private init(_ error: SessionError) {
        let (code, message): (Code, String) =
            switch error {
            case .notFound(let path): (.notFound, "There is no file \(path).")
            case .noSuchFolder(let path): (.notFound, "The folder of \(path) does not exist.")
            case .isDirectory(let path): (.notASession, "\(path) is a folder, not a session file.")
            case .notASession(let path, _): (.notASession, "\(path) is not a Rewind session.")
            case .unsupportedVersion(let path, let found):
                (.unsupportedVersion, "\(path) has format version \(found), which is not supported.")
            case .damaged(let path, let damage): (.damaged, "\(path) is damaged: \(damage).")
            case .beingRecorded(let path): (.inUse, "\(path) is in use.")
            case .notPermitted(let path): (.notPermitted, "Reading \(path) is not permitted.")
            case .alreadyExists(let path): (.other, "\(path) already exists.")
            case .diskFull(let path): (.other, "The disk of \(path) is full.")
            case .system(let path, let reason): (.other, "\(path) cannot be read: \(reason).")
            }
        self.init(code, message, cause: error)
    }

    private init(_ error: TimelineError) {
        let (code, message): (Code, String) =
            switch error {
            case .malformedReference(let text): (.malformedReference, "\"\(text)\" is not a REF.")
            case .malformedExpression: (.malformedCondition, "The condition cannot be evaluated.")
            case .pruned(let text, let through): (.pruned, "\(text) was pruned, with all actions up to \(through).")
            case .referenceOutOfRange(let text, let last):
                (.outOfRange, "\(text) is outside of the session, which ends at \(last).")
            case .noSuchBookmark(let name): (.outOfRange, "No bookmark is called \"\(name)\".")
            case .noActionOfType(let type): (.outOfRange, "No action has the type \(type).")
            case .notRecordedThen(let text, _, _): (.outOfRange, "The session was not being recorded at \(text).")
            default: (.other, "The session cannot be read: \(error).")
            }
        self.init(code, message, cause: error)
    }
}
