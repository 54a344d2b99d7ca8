import ArgumentParser
import Foundation
import RewindReplay
import RewindSession
import RewindTree
import RewindTimeline

/// The words of all errors: what happened, where, and the next step.
enum Wording {
    /// An error as the tool tells it.
    struct Failure: Equatable {
        var message: String
        var hint: String?
        /// The exit status.
        var status: Int32 = 2
    }

    /// A hint with the path of the session in the place of FILE, so that its command can be used as it stands.
    static func hint(_ text: String, for file: String?) -> String {
        guard let file else { return text }
        return text.replacingOccurrences(of: "FILE", with: ShellWord.text(file))
    }

    /// The words for `error`, nil when it is the argument parser's.
    static func failure(for error: any Error) -> Failure? {
        switch error {
        case let error as SessionError: failure(of: error)
        case let error as TimelineError: failure(of: error)
        case let error as CommandError: failure(of: error)
        case let error as ReplayError: failure(of: error)
        default: nil
        }
    }

    private static func failure(of error: CommandError) -> Failure {
        switch error {
        case .malformedPointer(let text):
            Failure(
                message: "\"\(text)\" is not a JSON Pointer.",
                hint: "A pointer is empty or starts with \"/\": /home/articleList/0/title. Write ~0 for ~ and ~1 for /."
            )
        case .noSuchPointer(let pointer, let nearest, let holder):
            Failure(
                message: "No recorded state has anything at \(pointer.description).",
                hint: hint(forNearest: nearest, holder: holder)
            )
        case .nothingAt(let pointer, let seq, let elsewhere):
            Failure(
                message: "The state at \(seq) has nothing at \(pointer.description).",
                hint: elsewhere.map { "It is there at \($0): rewind show FILE \($0) \(word(for: pointer))" }
                    ?? "Show what holds it: rewind show FILE \(seq) \(nearestHolder(of: pointer))",
                status: 1
            )
        case .neverAnything(let pointer, let seq, nil):
            Failure(
                message: "No state up to \(seq) has anything at \(pointer.description).",
                hint: "Show what holds it: rewind show FILE \(seq) \(nearestHolder(of: pointer))",
                status: 1
            )
        case .neverAnything(let pointer, let seq, let elsewhere?):
            Failure(
                message: "No state on the way to \(seq) has anything at \(pointer.description).",
                hint: "It is there at \(elsewhere): rewind history FILE \(word(for: pointer)) --to \(elsewhere)",
                status: 1
            )
        case .notWritten(let pointer, let from, let to):
            Failure(
                message: "No action from \(from) to \(to) wrote \(name(of: pointer)).",
                hint: "Without --from, rewind history FILE tells who did before.",
                status: 1
            )
        case .textNotFound(let text):
            Failure(
                message: "\"\(text)\" occurs nowhere in the session.",
                hint: text.contains(where: \.isUppercase)
                    ? "Written in lower case, it is found in any case." : "rewind log FILE lists the actions.",
                status: 1
            )
        case .countTooSmall(let option, let least):
            Failure(
                message: "\(option) takes a number from \(least).",
                hint: "Write \(option) \(least), or more.",
                status: ExitCode.validationFailure.rawValue
            )
        case .outputExists(let path):
            Failure(message: "\(path) is there already.", hint: "Choose another name, or overwrite it with --force.")
        case .outputIsFolder(let path):
            Failure(message: "\(path) is a folder.", hint: "Name the file to make in it.")
        case .outputFailed(let reason):
            Failure(
                message: "The output could not be written: \(reason).",
                hint: "Make room where it goes, or send it elsewhere."
            )
        case .conditionNeverHeld(let from, let holdsAlready):
            Failure(
                message: holdsAlready
                    ? "The condition holds at \(from) already, and no action that was looked at makes it hold anew."
                    : "No action that was looked at makes the condition hold.",
                hint: "watch looks from the start on, with --reverse from the end back; --from REF begins elsewhere.",
                status: 1
            )
        case .goodIsBad(let seq):
            Failure(
                message: "The state at \(seq) should be good, and is bad.",
                hint: "Name an earlier state with --good, or turn the test around.",
                status: 1
            )
        case .badIsGood(let seq):
            Failure(
                message: "The state at \(seq) should be bad, and is good.",
                hint: "Name another state with --bad, or turn the test around.",
                status: 1
            )
        case .endIsUntestable(let seq):
            Failure(
                message: "The command skips the state at \(seq), where the search is to begin or end.",
                hint: "Name a state that it can test with --good or --bad."
            )
        case .testAborted(let seq, let reason):
            Failure(
                message: "The command came to no answer for the state at \(seq): \(reason).",
                hint: "Status 0 means good, 125 skip, 1 to 127 bad, and more that something is wrong."
            )
        case .unusableBookmarkName(let name):
            Failure(
                message: "No bookmark can be called \"\(name)\".",
                hint: "A name is not empty and has no ~ and no control characters in it."
            )
        case .noReducer:
            Failure(
                message: "This tool does not know the app's reducers, without which nothing can be re-run.",
                hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
            )
        case .noReducerName:
            Failure(
                message: "This tool does not know what your source code calls the app's reducer.",
                hint: "Name it: --reducer appReducer"
            )
        case .newFileExists(let path):
            Failure(message: "\(path) is there already.", hint: "Choose another name, or remove that file first.")
        case .noSuchCommand(let name, let nearest):
            Failure(
                message: "There is no command \(name).",
                hint: nearest.map { "Did you mean rewind \($0)?" } ?? "rewind help lists the commands.",
                status: ExitCode.validationFailure.rawValue
            )
        case .malformedChange(let option, let text):
            Failure(message: "\(option) cannot make anything of \"\(text)\".", hint: hint(forChange: option))
        }
    }

    private static func hint(forChange option: String) -> String {
        switch option {
        case "--insert":
            "Write the REF and the action: 12:{\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}"
        case "--edit": "Write the REF and the payload: 12:{\"isLoading\":true}"
        default: "Write two REFs: 12:8 moves action 12 to right after action 8."
        }
    }

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "any of the state" : pointer.description
    }

    private static func nearestHolder(of pointer: Pointer) -> String {
        let holder = pointer.parent?.description ?? ""
        return holder.isEmpty ? "\"\"" : holder
    }

    /// The pointer as it is written in a shell.
    private static func word(for pointer: Pointer) -> String {
        pointer == .root ? "\"\"" : ShellWord.text(pointer.description)
    }

    private static func hint(forNearest nearest: [Pointer], holder: Pointer) -> String {
        guard let last = nearest.last?.description else {
            return "Show what holds it: rewind show FILE end \(word(for: holder))"
        }
        let others = nearest.dropLast().map(\.description).joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    private static func failure(of error: TimelineError) -> Failure {
        switch error {
        case .malformedReference(let text):
            Failure(
                message: "\"\(text)\" does not name a point in time.",
                hint: "Write the number of an action, start, end, cursor, end~3 or :bookmark."
            )
        case .referenceOutOfRange(let text, let last):
            Failure(
                message: (try? Reference(parsing: text))?.goesBack(from: last) == true
                    ? "\(text) is before the beginning of the session, which goes from 0 to \(last)."
                    : "\(text) is outside of the session, which ends at \(last).",
                hint: "rewind log FILE lists the actions."
            )
        case .pruned(let text, let through):
            Failure(
                message: "\(text) is gone: the actions up to \(through) were pruned.",
                hint: "rewind show FILE start prints the first state that is left, the one at \(through)."
            )
        case .noSuchBookmark(let name):
            Failure(
                message: "No bookmark is called \"\(name)\".",
                hint: "rewind bookmark FILE lists them."
            )
        case .nothingToUndo:
            Failure(
                message: "There is nothing to undo: the cursor is at the start.",
                hint: "rewind redo FILE goes forward.",
                status: 1
            )
        case .nothingToRedo:
            Failure(
                message: "There is nothing to redo: no action follows the cursor.",
                hint: "rewind undo FILE goes back.",
                status: 1
            )
        case .notABranch(let seq, let cursor):
            Failure(
                message: "No branch starts with action \(seq) at \(cursor), where the cursor is.",
                hint: "rewind goto FILE \(seq) goes there from anywhere."
            )
        case .malformedExpression(let problem):
            Failure(message: sentence("EXPR", problem), hint: hintForExpression(problem))
        case .notAnAncestor(let ancestor, let seq):
            Failure(
                message: "The state at \(ancestor) does not lead to the one at \(seq).",
                hint: "rewind log FILE --graph shows which action follows which."
            )
        }
    }

    private static func failure(of error: SessionError) -> Failure {
        switch error {
        case .notFound(let path):
            Failure(
                message: "There is no file \(path).",
                hint: "rewind demo --output demo.rewind records a session to try."
            )
        case .isDirectory(let path):
            Failure(message: "\(path) is a folder, not a session file.", hint: "Name the .rewind file in it.")
        case .notASession(let path, let mismatch):
            Failure(
                message: "\(path) is not a Rewind session: \(words(for: mismatch)).",
                hint: "A session is what an app with the Rewind recorder writes, usually NAME.rewind."
            )
        case .unsupportedVersion(let path, let found):
            Failure(
                message:
                    "\(path) has format version \(found); this rewind, \(RewindCommand.configuration.version), reads "
                    + "versions up to \(SessionFormat.version).",
                hint: found > SessionFormat.version
                    ? "Use a newer rewind, one that is no older than what recorded it."
                    : "Use the rewind that recorded it."
            )
        case .damaged(let path, let damage):
            Failure(message: "\(path) is damaged: \(words(for: damage)).", hint: hint(for: damage))
        case .alreadyExists(let path):
            Failure(message: "\(path) is there already.", hint: "A session is never overwritten: choose another name.")
        case .noSuchFolder(let path):
            Failure(message: "\(path) cannot be made: its folder does not exist.", hint: "Make the folder first.")
        case .beingRecorded(let path):
            Failure(
                message: "\(path) is in use: its app is recording, or another rewind is changing it.",
                hint: "Try again when the app has ended, or on a copy."
            )
        case .diskFull(let path):
            Failure(message: "The disk is full: \(path) cannot be written.", hint: "Make room and try again.")
        case .notPermitted(let path):
            Failure(
                message: "\(path) may not be read or written by you.",
                hint: "Check the permissions of the file and its folder, or work on a copy."
            )
        case .query(let problem):
            Failure(message: sentence("The query", problem), hint: hintForQuery(problem))
        case .malformedPattern(let text):
            Failure(
                message: "\"\(text)\" is not a regular expression.",
                hint: "Put a backslash in front of what stands for itself, such as \\. for a dot."
            )
        case .nothingToScrub(let pointer, let last): failure(of: CommandError.neverAnything(pointer, seq: last))
        case .nothingMatches(let pattern):
            Failure(
                message: "\"\(pattern)\" matches nothing in the session.",
                hint: "rewind search FILE TEXT tells where a text is, in any case.",
                status: 1
            )
        case .scrubIncomplete(let count):
            Failure(
                message: "Not everything could be taken out: \(BriefText.count(count, "text")) would be left.",
                hint: "The session is as it was; please report this."
            )
        case .system(let path, let reason):
            Failure(
                message: "\(path) cannot be used: \(reason).",
                hint: "Check the path and the disk it is on, or work on a copy."
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
        }
    }

    private static func hint(for damage: SessionError.Damage) -> String {
        switch damage {
        case .cutShort: "It was not copied whole: copy it again, with the files beside it that begin with its name."
        default: "rewind verify FILE lists what is wrong; what lies before the damage can still be shown."
        }
    }
}

extension Reference {
    /// Whether it names a state before one that a session has, which ends at `last`.
    fileprivate func goesBack(from last: Int) -> Bool {
        if case .seq(let seq) = base, seq > last { return false }
        return steps > 0
    }
}
