#if os(macOS) || os(Linux)

import RewindSession
import RewindTree
import RewindUpkeep

extension Wording {
    /// Returns the message for an error of a session.
    static func failure(of error: SessionError) -> CommandError {
        switch error {
        case .notFound(let path):
            CommandError(
                message: "There is no file \(path).",
                hint: "rewind demo --output demo.rewind records a session to try."
            )
        case .isDirectory(let path):
            CommandError(message: "\(path) is a folder, not a session file.", hint: "Name the .rewind file in it.")
        case .notASession(let path, let mismatch):
            CommandError(
                message: "\(path) is not a Rewind session: \(words(for: mismatch)).",
                hint: "A session is what an app with the Rewind recorder writes, usually NAME.rewind."
            )
        case .unsupportedVersion(let path, let found):
            CommandError(
                message:
                    "\(path) has format version \(found); this rewind, \(version), reads "
                    + "versions up to \(SessionFormat.version).",
                hint: found > SessionFormat.version
                    ? "Use a newer rewind, one that is no older than what recorded it."
                    : "Use the rewind that recorded it."
            )
        case .damaged(let path, let damage):
            CommandError(message: "\(path) is damaged: \(words(for: damage)).", hint: hint(for: damage))
        case .alreadyExists(let path):
            CommandError(
                message: "\(path) is there already.",
                hint: "A session is never overwritten: choose another name."
            )
        case .noSuchFolder(let path):
            CommandError(message: "\(path) cannot be made: its folder does not exist.", hint: "Make the folder first.")
        case .beingRecorded(let path):
            CommandError(
                message: "\(path) is in use: its app is recording, or another rewind is changing it.",
                hint: "Try again when the app has ended, or on a copy."
            )
        case .diskFull(let path):
            CommandError(message: "The disk is full: \(path) cannot be written.", hint: "Make room and try again.")
        case .notPermitted(let path):
            CommandError(
                message: "\(path) may not be read or written by you.",
                hint: "Check the permissions of the file and its folder, or work on a copy."
            )
        case .system(let path, let reason):
            CommandError(
                message: "\(path) cannot be used: \(reason).",
                hint: "Check the path and the disk it is on, or work on a copy."
            )
        }
    }

    /// Returns the message for an invalid bookmark.
    static func failure(of error: BookmarkError) -> CommandError {
        switch error {
        case .unusableName(let name) where name.utf8.count > Bookmark.longestName:
            CommandError(
                message: "No bookmark can be called \"\(name.prefix(40))…\".",
                hint: "A name has at most \(Bookmark.longestName) bytes."
            )
        case .unusableName(let name):
            CommandError(
                message: "No bookmark can be called \"\(name)\".",
                hint: "A name is not empty, is no REF by itself, and has no ~, no .. and no control characters in it."
            )
        case .noteTooLong(let most):
            CommandError(message: "A note has at most \(most) characters.", hint: "Write a shorter one.")
        }
    }

    /// Returns the message for a cut that failed.
    static func failure(of error: CutError) -> CommandError {
        switch error {
        case .noActions(let first, let last):
            CommandError(
                message: "The session has no actions from \(first) to \(last).",
                hint: "rewind log FILE"
            )
        case .stateNotKnown(let seq, let next):
            CommandError(
                message: "No part can begin with action \(seq): the recording does not have the state before it.",
                hint: next.map { "Begin where it has: rewind cut FILE \($0)..end --output part.rewind" }
                    ?? "Begin earlier."
            )
        }
    }

    /// Returns the message for a scrub that failed.
    static func failure(of error: ScrubError) -> CommandError {
        switch error {
        case .nothingThere(let pointer, let last):
            .neverAnything(pointer, seq: last, holder: .root)
        case .incomplete(let count):
            CommandError(
                message: "Not everything could be taken out: \(BriefText.count(count, "text")) would be left.",
                hint: "The session is as it was; please report this."
            )
        }
    }

    private static func words(for mismatch: SessionError.Mismatch) -> String {
        switch mismatch {
        case .empty: "it is empty"
        case .notSQLite: "it is not a SQLite file"
        case .otherApplication(let id): "it is a SQLite file of another application (id \(id))"
        case .missingTable(let name): "it has no table \"\(name)\""
        case .otherColumns(let name): "its table \"\(name)\" has other columns than one of a session"
        case .plantedSchema(let name): "it holds a trigger or view, \"\(name)\", which no recorder writes"
        }
    }

    private static func words(for damage: SessionError.Damage) -> String {
        switch damage {
        case .cutShort(let expected, let actual):
            "it is cut short, \(actual) of \(expected) bytes are there"
        case .sqlite(let message): message
        case .actionMissing(let seq): "action \(seq) is missing"
        case .chunkMissing(let id): "chunk \(id) is missing"
        case .chunkCycle(let id): "chunk \(id) contains itself or is nested too deeply"
        case .malformed(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is not what the format says"
        case .tooDeep(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is nested too deeply"
        case .patchDoesNotApply(let seq): "the patch of action \(seq) does not fit the state before it"
        case .noInitialState: "it has no initial state"
        case .noSoundAction: "none of its actions can be proven, so there is nothing to save"
        }
    }

    private static func hint(for damage: SessionError.Damage) -> String {
        switch damage {
        case .cutShort:
            "It was not copied whole: copy it again, with the files beside it that begin with its name. "
                + "rewind verify FILE --repair --output NEW.rewind saves what is there."
        case .noSoundAction:
            "Look for another copy of the session: rewind verify FILE tells what is wrong with this one."
        default: "rewind verify FILE lists what is wrong; what lies before the damage can still be shown."
        }
    }
}

#endif
