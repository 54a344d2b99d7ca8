#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

extension Wording {
    /// Returns the message for an error of a session.
    static func failure(of error: SessionError) -> CommandError {
        switch error {
        case .notFound(let path):
            CommandError(message: "No file \(path).", hint: hint(forMissing: path))
        case .isDirectory(let path):
            CommandError(message: "\(path) is a folder, not a session file.", hint: "Name a *.rewind file in it.")
        case .notASession(let path, let mismatch):
            CommandError(
                message: "\(path) is not a Rewind session: \(words(for: mismatch)).",
                hint: "A session is a file that the Rewind recorder writes, usually NAME.rewind."
            )
        case .unsupportedVersion(let path, let found):
            CommandError(
                message:
                    "\(path) has format version \(found); rewind \(version) reads versions up to "
                    + "\(SessionFormat.version).",
                hint: found > SessionFormat.version ? "Use a newer rewind." : "Use the rewind that recorded it."
            )
        case .damaged(let path, let damage):
            CommandError(message: "\(path) is damaged: \(words(for: damage)).", hint: hint(for: damage))
        case .alreadyExists(let path):
            CommandError(
                message: "\(path) already exists.",
                hint: "Use another name; a session is never overwritten."
            )
        case .noSuchFolder(let path):
            CommandError(message: "\(path) cannot be created: no such folder.", hint: "Create the folder first.")
        case .beingRecorded(let path):
            CommandError(
                message: "\(path) is in use by its app or by another rewind.",
                hint: "Try again when that has ended, or use a copy."
            )
        case .diskFull(let path):
            CommandError(
                message: "\(path) cannot be written: the disk is full.",
                hint: "Free some space and try again."
            )
        case .notPermitted(let path):
            CommandError(
                message: "\(path) cannot be opened: permission denied.",
                hint: "Check the permissions of the file and its folder, or use a copy."
            )
        case .system(let path, let reason):
            CommandError(
                message: "\(path) cannot be opened: \(reason).",
                hint: "Check the path and the disk, or use a copy."
            )
        }
    }

    /// Returns the nearest name of a session in the same folder.
    private static func hint(forMissing path: String) -> CommandError.Hint {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let stems = names.filter { $0.hasSuffix(".rewind") }.map { String($0.dropLast(".rewind".count)) }.sorted()
        let stem = url.pathExtension == "rewind" ? url.deletingPathExtension().lastPathComponent : url.lastPathComponent
        let isHere = folder.standardizedFileURL.path == FileManager.default.currentDirectoryPath
        if let nearest = stems.first(where: { $0.lowercased() == stem.lowercased() }) ?? NearestWord.of(stem, in: stems)
        {
            let other = nearest + ".rewind"
            return "Did you mean \(TerminalText.line(isHere ? other : folder.appendingPathComponent(other).path))?"
        }
        return isHere || names.isEmpty
            ? .command("List the sessions here", "rewind ls")
            : .command("List the sessions there", "rewind ls \(ShellWord.text(folder.path))")
    }

    /// Returns the message for an invalid bookmark.
    static func failure(of error: BookmarkError) -> CommandError {
        switch error {
        case .unusableName(let name) where name.utf8.count > Bookmark.longestName:
            CommandError(
                message: "A bookmark cannot be named \"\(name.prefix(40))…\".",
                hint: "Use at most \(Bookmark.longestName) bytes."
            )
        case .unusableName(let name):
            CommandError(
                message: "A bookmark cannot be named \"\(name)\".",
                hint: "Use a name that is not a REF, without ~, .., +N and control characters."
            )
        case .noteTooLong(let most):
            CommandError(message: "The note is longer than \(most) characters.", hint: "Use a shorter note.")
        }
    }

    /// Returns the message for a cut that failed.
    static func failure(of error: CutError) -> CommandError {
        switch error {
        case .noActions(let first, let last):
            CommandError(
                message: "The session has no actions from \(first) to \(last).",
                hint: .listActions
            )
        case .stateNotKnown(let seq, let next):
            CommandError(
                message: "A part cannot start with action \(seq): the state before it is unknown.",
                hint: next.map { .command("Start later", "rewind cut FILE \($0)..end --output part.rewind") }
                    ?? "Start earlier."
            )
        }
    }

    /// Returns the message for a scrub that failed.
    static func failure(of error: ScrubError) -> CommandError {
        switch error {
        case .nothingThere(let pointer, let last):
            .neverAnything(pointer, seq: last, holder: .root)
        case .noSuchKey(let name):
            CommandError(
                message: "No member is named \"\(name)\".",
                hint: .command("Find similar names", "rewind search FILE \(ShellWord.text(name.lowercased())) --key")
            )
        case .incomplete(let count):
            CommandError(
                message: "\(BriefText.count(count, "text")) could not be removed; nothing was changed.",
                hint: "Please report this bug."
            )
        }
    }

    private static func words(for mismatch: SessionError.Mismatch) -> String {
        switch mismatch {
        case .empty: "it is empty"
        case .notSQLite: "it is not a SQLite file"
        case .otherApplication(let id): "it is a SQLite file of another application (id \(id))"
        case .missingTable(let name): "it has no table \"\(name)\""
        case .otherColumns(let name): "its table \"\(name)\" has other columns"
        case .plantedSchema(let name): "it contains \"\(name)\", a trigger or view that no recorder writes"
        }
    }

    private static func words(for damage: SessionError.Damage) -> String {
        switch damage {
        case .cutShort(let expected, let actual):
            "it is truncated to \(actual) of \(expected) bytes"
        case .sqlite(let message): message
        case .actionMissing(let seq): "action \(seq) is missing"
        case .chunkMissing(let id): "chunk \(id) is missing"
        case .chunkCycle(let id): "chunk \(id) contains itself or is nested too deeply"
        case .malformed(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is malformed"
        case .tooDeep(let table, let column, let row):
            "\(column) in row \(row) of table \(table) is nested too deeply"
        case .patchDoesNotApply(let seq): "the patch of action \(seq) does not fit the state before it"
        case .noInitialState: "it has no initial state"
        case .noSoundAction: "none of its actions can be verified, so nothing can be saved"
        }
    }

    private static func hint(for damage: SessionError.Damage) -> CommandError.Hint {
        switch damage {
        case .cutShort:
            .command(
                "Copy it again, with the files beside it, or save the rest",
                "rewind verify FILE --repair --output NEW.rewind"
            )
        case .noSoundAction: .command("List the damage, or use another copy", "rewind verify FILE")
        default: .command("List the damage", "rewind verify FILE")
        }
    }
}

#endif
