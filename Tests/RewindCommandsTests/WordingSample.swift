import RewindInspector
import RewindSession
import RewindTimeline
import RewindTree
import Testing
@testable import RewindCommands
@testable import RewindUpkeep

/// An error and the words that the tool must have for it.
struct WordingSample: Sendable, CustomTestStringConvertible {
    let error: any Error
    let failure: Wording.Failure

    init(_ error: any Error, _ message: String, hint: String, status: Int32 = 2) {
        self.error = error
        failure = Wording.Failure(message: message, hint: hint, status: status)
    }

    var testDescription: String { failure.message }

    static let all = session + damages + queries + timeline + command + searches + replay + reader + steering

    private static let session: [WordingSample] = [
        WordingSample(
            SessionError.notFound(path: "a.rewind"),
            "There is no file a.rewind.",
            hint: "rewind demo --output demo.rewind records a session to try."
        ),
        WordingSample(
            SessionError.isDirectory(path: "a"),
            "a is a folder, not a session file.",
            hint: "Name the .rewind file in it."
        ),
        WordingSample(
            SessionError.notASession(path: "a", .empty),
            "a is not a Rewind session: it is empty.",
            hint: notASession
        ),
        WordingSample(
            SessionError.notASession(path: "a", .notSQLite),
            "a is not a Rewind session: it is not a SQLite file.",
            hint: notASession
        ),
        WordingSample(
            SessionError.notASession(path: "a", .otherApplication(id: 7)),
            "a is not a Rewind session: it is a SQLite file of another application (id 7).",
            hint: notASession
        ),
        WordingSample(
            SessionError.notASession(path: "a", .missingTable("chunk")),
            "a is not a Rewind session: it has no table \"chunk\".",
            hint: notASession
        ),
        WordingSample(
            SessionError.notASession(path: "a", .otherColumns(table: "chunk")),
            "a is not a Rewind session: its table \"chunk\" has other columns than one of a session.",
            hint: notASession
        ),
        WordingSample(
            SessionError.notASession(path: "a", .plantedSchema(name: "evil")),
            "a is not a Rewind session: it holds a trigger or view, \"evil\", which no recorder writes.",
            hint: notASession
        ),
        WordingSample(
            SessionError.unsupportedVersion(path: "a.rewind", found: 9),
            "a.rewind has format version 9; this rewind, 0.1.0, reads versions up to 1.",
            hint: "Use a newer rewind, one that is no older than what recorded it."
        ),
        WordingSample(
            SessionError.unsupportedVersion(path: "a.rewind", found: 0),
            "a.rewind has format version 0; this rewind, 0.1.0, reads versions up to 1.",
            hint: "Use the rewind that recorded it."
        ),
        WordingSample(
            SessionError.alreadyExists(path: "a.rewind"),
            "a.rewind is there already.",
            hint: "A session is never overwritten: choose another name."
        ),
        WordingSample(
            SessionError.noSuchFolder(path: "b/a.rewind"),
            "b/a.rewind cannot be made: its folder does not exist.",
            hint: "Make the folder first."
        ),
        WordingSample(
            SessionError.beingRecorded(path: "a.rewind"),
            "a.rewind is in use: its app is recording, or another rewind is changing it.",
            hint: "Try again when the app has ended, or on a copy."
        ),
        WordingSample(
            SessionError.diskFull(path: "a.rewind"),
            "The disk is full: a.rewind cannot be written.",
            hint: "Make room and try again."
        ),
        WordingSample(
            SessionError.notPermitted(path: "a.rewind"),
            "a.rewind may not be read or written by you.",
            hint: "Check the permissions of the file and its folder, or work on a copy."
        ),
        WordingSample(
            TimelineError.malformedPattern("("),
            "\"(\" is not a regular expression.",
            hint: "Put a backslash in front of what stands for itself, such as \\. for a dot."
        ),
        WordingSample(
            ScrubError.nothingThere(Pointer(["user", "pim"]), last: 12),
            "No state up to 12 has anything at /user/pim.",
            hint: "Show what holds it: rewind show FILE 12 \"\"",
            status: 1
        ),
        WordingSample(
            TimelineError.nothingMatches("zzzz"),
            "\"zzzz\" matches nothing in the session.",
            hint: "rewind search FILE TEXT tells where a text is, in any case.",
            status: 1
        ),
        WordingSample(
            ScrubError.incomplete(texts: 2),
            "Not everything could be taken out: 2 texts would be left.",
            hint: "The session is as it was; please report this."
        ),
        WordingSample(
            SessionError.system(path: "a.rewind", reason: "Input/output error"),
            "a.rewind cannot be used: Input/output error.",
            hint: "Check the path and the disk it is on, or work on a copy."
        ),
    ]

    private static let notASession = "A session is what an app with the Rewind recorder writes, usually NAME.rewind."

    private static let damages: [WordingSample] = [
        damage(
            .cutShort(expectedBytes: 8192, actualBytes: 100),
            "it is cut short, 100 of 8192 bytes are there",
            hint: "It was not copied whole: copy it again, with the files beside it that begin with its name. "
                + "rewind verify FILE --repair --output NEW.rewind saves what is there."
        ),
        damage(.sqlite(message: "database disk image is malformed"), "database disk image is malformed"),
        damage(.actionMissing(seq: 3), "action 3 is missing"),
        damage(.chunkMissing(id: 5), "chunk 5 is missing"),
        damage(.chunkCycle(id: 5), "chunk 5 contains itself or is nested too deeply"),
        damage(
            .malformed(table: "action", column: "payload", row: 3),
            "payload in row 3 of table action is not what the format says"
        ),
        damage(
            .tooDeep(table: "action", column: "payload", row: 3),
            "payload in row 3 of table action is nested too deeply"
        ),
        damage(.patchDoesNotApply(seq: 3), "the patch of action 3 does not fit the state before it"),
        WordingSample(
            SessionError.damaged(path: "a.rewind", .noSoundAction),
            "a.rewind is damaged: none of its actions can be proven, so there is nothing to save.",
            hint: "Look for another copy of the session: rewind verify FILE tells what is wrong with this one."
        ),
        damage(.noInitialState, "it has no initial state"),
    ]

    private static func damage(
        _ damage: SessionError.Damage,
        _ words: String,
        hint: String = "rewind verify FILE lists what is wrong; what lies before the damage can still be shown."
    ) -> WordingSample {
        WordingSample(SessionError.damaged(path: "a.rewind", damage), "a.rewind is damaged: \(words).", hint: hint)
    }

    private static let timeline: [WordingSample] = [
        WordingSample(
            TimelineError.malformedReference("twelve"),
            "\"twelve\" does not name a point in time.",
            hint:
                "Write the number of an action, -1 for the last one, start, end, cursor, end~3, end~10s, :bookmark, @Type or a "
                + "time such as 03:59:06."
        ),
        WordingSample(
            TimelineError.noActionOfType("Nope"),
            "No action has the type Nope.",
            hint: "rewind stats FILE lists the types; *Error* matches all that have Error in them.",
            status: 1
        ),
        WordingSample(
            TimelineError.notRecordedThen("03:59", from: 0, to: 1_000_000),
            "The session was not being recorded at 03:59: it goes from \(TimeText().dayAndTime(0)) to "
                + "\(TimeText().dayAndTime(1_000_000)).",
            hint: "rewind log FILE lists the actions with their times."
        ),
        WordingSample(
            TimelineError.emptyRange(from: 70, to: 60),
            "The range ends at 60, before it begins at 70.",
            hint: "Write the earlier one first: 60..70"
        ),
        WordingSample(
            TimelineError.referenceOutOfRange("-99", last: 64),
            "-99 is before the beginning of the session, which goes from 0 to 64.",
            hint: "rewind log FILE lists the actions."
        ),
        WordingSample(
            TimelineError.referenceOutOfRange("99", last: 64),
            "99 is outside of the session, which ends at 64.",
            hint: "rewind log FILE lists the actions."
        ),
        WordingSample(
            TimelineError.referenceOutOfRange("99~1", last: 64),
            "99~1 is outside of the session, which ends at 64.",
            hint: "rewind log FILE lists the actions."
        ),
        WordingSample(
            TimelineError.referenceOutOfRange("end~65", last: 64),
            "end~65 is before the beginning of the session, which goes from 0 to 64.",
            hint: "rewind log FILE lists the actions."
        ),
        WordingSample(
            TimelineError.pruned("12", through: 256),
            "12 is gone: the actions up to 256 were pruned.",
            hint: "rewind show FILE start prints the first state that is left, the one at 256."
        ),
        WordingSample(
            TimelineError.noSuchBookmark("crash"),
            "No bookmark is called \"crash\".",
            hint: "rewind bookmark FILE lists them."
        ),
        WordingSample(
            TimelineError.nothingToUndo,
            "There is nothing to undo: the cursor is at the start.",
            hint: "rewind redo FILE goes forward.",
            status: 1
        ),
        WordingSample(
            TimelineError.nothingToRedo,
            "There is nothing to redo: no action follows the cursor.",
            hint: "rewind undo FILE goes back.",
            status: 1
        ),
        WordingSample(
            TimelineError.notABranch(seq: 9, cursor: 4),
            "No branch starts with action 9 at 4, where the cursor is.",
            hint: "rewind goto FILE 9 goes there from anywhere."
        ),
    ]

    private static let command: [WordingSample] = [
        WordingSample(
            CommandError.noActionLed(seq: 0),
            "No action led to the first state, the one at 0.",
            hint: "rewind show FILE 0 prints it.",
            status: 1
        ),
        WordingSample(
            CommandError.noScreens,
            "This tool does not know what the app's screens look like.",
            hint: "Make your own tool of the library RewindCommands, with RegisteredApp(…).drawing { … }"
        ),
        WordingSample(
            CommandError.noSession,
            "No session is named, and there is no *.rewind in this folder.",
            hint: "rewind demo --output demo.rewind records a session to try.",
            status: 64
        ),
        WordingSample(
            CommandError.severalSessions(["a.rewind", "b c.rewind"]),
            "No session is named, and there are several here: a.rewind, b c.rewind.",
            hint: "Name one, or say once which: export REWIND_SESSION=a.rewind",
            status: 64
        ),
        WordingSample(
            CommandError.severalSessions(["1", "2", "3", "4", "5", "6"]),
            "No session is named, and there are several here: 1, 2, 3, 4, … 2 more.",
            hint: "Name one, or say once which: export REWIND_SESSION=1",
            status: 64
        ),
        WordingSample(
            CommandError.bookmarkExists("my crash", seq: 63),
            "There is a bookmark :my crash already, at 63.",
            hint: "rewind bookmark FILE ':my crash' cursor --force moves it to the cursor."
        ),
        WordingSample(
            CommandError.malformedPointer("home"),
            "\"home\" is not a JSON Pointer.",
            hint: "A pointer is empty or starts with \"/\": /home/articleList/0/title. Write ~0 for ~ and ~1 for /."
        ),
        WordingSample(
            CommandError.nothingAt(Pointer(["home", "nowhere"]), seq: 12, holder: ["home"]),
            "The state at 12 has nothing at /home/nowhere.",
            hint: "Show what holds it: rewind show FILE 12 /home",
            status: 1
        ),
        WordingSample(
            CommandError.neverAnything(Pointer(["home", "nowhere"]), seq: 12, holder: ["home"]),
            "No state up to 12 has anything at /home/nowhere.",
            hint: "Show what holds it: rewind show FILE 12 /home",
            status: 1
        ),
        WordingSample(
            CommandError.nothingAt(["home", "error"], seq: 12, holder: ["home"], elsewhere: 63),
            "The state at 12 has nothing at /home/error.",
            hint: "It is there at 63: rewind show FILE 63 /home/error",
            status: 1
        ),
        WordingSample(
            CommandError.neverAnything(["home", "my error"], seq: 12, holder: ["home"], elsewhere: 63),
            "No state on the way to 12 has anything at /home/my error.",
            hint: "It is there at 63: rewind history FILE '/home/my error' --to 63",
            status: 1
        ),
        WordingSample(
            CommandError.noSuchPointer(["hoem"], nearest: [["home"]], holder: []),
            "No recorded state has anything at /hoem.",
            hint: "Did you mean /home?"
        ),
        WordingSample(
            CommandError.noSuchPointer(["a", "x"], nearest: [["a", "b"], ["a", "c"], ["a", "d"]], holder: ["a"]),
            "No recorded state has anything at /a/x.",
            hint: "Did you mean /a/b, /a/c or /a/d?"
        ),
        WordingSample(
            CommandError.noSuchPointer(["home", "x"], nearest: [], holder: ["home"]),
            "No recorded state has anything at /home/x.",
            hint: "Show what holds it: rewind show FILE end /home"
        ),
        WordingSample(
            CommandError.noValueHeld(Pointer(["home", "pageNumber"]), values: 5),
            "The condition held for none of the 5 values that /home/pageNumber had.",
            hint: "rewind history FILE /home/pageNumber lists them all.",
            status: 1
        ),
        WordingSample(
            CommandError.noValueHeld(Pointer(["user"]), values: 1),
            "The condition did not hold when /user was written, which was once.",
            hint: "rewind history FILE /user lists them all.",
            status: 1
        ),
        WordingSample(
            CommandError.tooManyToAlign(from: 12, most: 20_000),
            "From 12 on, where they part, there is too much to align: at most 20000 actions are.",
            hint: "rewind cut FILE 12..20011 --output part.rewind makes a session of some of them."
        ),
        WordingSample(
            CommandError.textNotFound("Swift"),
            "\"Swift\" occurs nowhere in the session.",
            hint: "Written in lower case, it is found in any case.",
            status: 1
        ),
        WordingSample(
            CommandError.textNotFound("swift"),
            "\"swift\" occurs nowhere in the session.",
            hint: "rewind log FILE lists the actions.",
            status: 1
        ),
        WordingSample(
            CommandError.countTooSmall(option: "--limit"),
            "--limit takes a number from 1.",
            hint: "Write --limit 1, or more.",
            status: 64
        ),
        WordingSample(
            CommandError.countTooSmall(option: "-n", least: 0),
            "-n takes a number from 0.",
            hint: "Write -n 0, or more.",
            status: 64
        ),
        WordingSample(
            CommandError.noSuchCommand("lgo", nearest: "log"),
            "There is no command lgo.",
            hint: "Did you mean rewind log?",
            status: 64
        ),
        WordingSample(
            CommandError.noSuchCommand("demo.rewind", nearest: nil),
            "There is no command demo.rewind.",
            hint: "rewind help lists the commands.",
            status: 64
        ),
        WordingSample(
            CommandError.outputExists(path: "a.rewind"),
            "a.rewind is there already.",
            hint: "Choose another name, or overwrite it with --force."
        ),
        WordingSample(
            CommandError.outputIsFolder(path: "sessions"),
            "sessions is a folder.",
            hint: "Name the file to make in it."
        ),
        WordingSample(
            CommandError.outputIsNoFile(path: "/dev/stdout"),
            "/dev/stdout is a device or a pipe, not a file.",
            hint: "Name a file; rewind export FILE --format state prints a state instead."
        ),
        WordingSample(
            CommandError.outputIsInput(path: "my a.rewind", input: "my a.rewind"),
            "my a.rewind is the session to read, and is not overwritten.",
            hint: "Choose another name: --output 'my a-2.rewind'"
        ),
        WordingSample(
            CommandError.outputIsInput(path: "to/link", input: "a.rewind"),
            "to/link is a.rewind, the session to read, and is not overwritten.",
            hint: "Choose another name: --output to/link-2"
        ),
        WordingSample(
            CommandError.outputIsSideFile(path: "to/a.rewind-wal", session: "a.rewind"),
            "to/a.rewind-wal belongs to the session a.rewind, and is not overwritten.",
            hint: "Choose another name: --output a-2.rewind"
        ),
        WordingSample(
            CommandError.portTaken(8080),
            "Port 8080 is in use.",
            hint: "Leave --port out: then it is one that is free."
        ),
        WordingSample(
            InspectorError.noSuchAction(9),
            "There is no action 9.",
            hint: "The session may have been replaced by another one."
        ),
        WordingSample(
            InspectorError.noSuchState(9, first: 0, last: 7),
            "There is no state at 9.",
            hint: "The session has those from 0 to 7."
        ),
        WordingSample(
            InspectorError.badParameter("seq"),
            "seq is missing, or is not what it should be.",
            hint: "The page \"The inspector's API\" of the documentation tells what can be asked."
        ),
        WordingSample(
            InspectorError.stateNotKnown(9, action: 8),
            "The state at 9 is not known: the effect of action 8 was not written.",
            hint: "rewind show FILE 9 recovers it where the tool knows the app's reducers."
        ),
        WordingSample(
            InspectorError.noReducer,
            "This tool does not know the app's reducers, without which nothing can be re-run.",
            hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
        ),
        WordingSample(
            InspectorError.notRerunYet(9),
            "The re-run has not come to action 9.",
            hint: "Wait until it has."
        ),
        WordingSample(
            InspectorError.testTooLong(most: 10),
            "A test of more than 10 actions is none to read.",
            hint: "Choose a shorter part, or write it with rewind export FILE --format test."
        ),
        WordingSample(
            CommandError.rerunTrapped(seq: 9, type: "A"),
            "The reducer trapped at action 9, A: it has never seen such a state.",
            hint: "What was re-run up to there stands. Leave that action out, too, to see what comes after it."
        ),
        WordingSample(
            CommandError.rerunRefused(reason: "It cannot."),
            "It cannot.",
            hint: "rewind replay FILE --check tells what does not fit."
        ),
        WordingSample(
            CommandError.rerunRefused(reason: nil),
            "This version of the app cannot re-run the session.",
            hint: "rewind replay FILE --check tells what does not fit."
        ),
        WordingSample(
            InspectorError.badPointer("a"),
            "The pointer is malformed.",
            hint: "A pointer is empty or starts with \"/\": /home/articleList/0/title. Write ~0 for ~ and ~1 for /."
        ),
        WordingSample(
            CommandError.outputFailed(reason: "No space left on device"),
            "The output could not be written: No space left on device.",
            hint: "Make room where it goes, or send it elsewhere."
        ),
    ]
}
