import Foundation
import RewindSession
import TestSupport
import Testing

/// An invalid use of the tool, and its error message.
struct BadInput: Sendable, CustomTestStringConvertible {
    /// The arguments, for a folder that holds the session `a.rewind`.
    let arguments: [String]
    let status: Int32
    /// The expected error output.
    let errors: String
    /// Prepares the folder.
    let prepare: @Sendable (TemporaryFolder) throws -> Void

    private init(
        _ arguments: String,
        status: Int32 = 2,
        _ message: String,
        hint: String,
        prepare: @escaping @Sendable (TemporaryFolder) throws -> Void = { _ in }
    ) {
        // Two quotes stand for an empty argument.
        self.arguments = arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        self.status = status
        errors = "\(status == 1 ? "Note" : "Error"): \(message)\nHint: \(hint)\n"
        self.prepare = prepare
    }

    var testDescription: String { arguments.joined(separator: " ") }

    private static let notASession = "A session is a file that the Rewind recorder writes, usually NAME.rewind."
    private static let references =
        "Use a number, -1, start, end, cursor, end~3, end~10s, :bookmark, @Type, effect:12 or a time such as 03:59:06."
    private static let pointers =
        "A pointer is empty or starts with \"/\", as in /home/articleList/0/title; ~0 stands for ~, and ~1 for /."
    private static let list = "List the actions:\n  rewind log a.rewind"
    private static let copyAgain =
        "Copy it again, with the files beside it, or save the rest:\n"
        + "  rewind verify b.rewind --repair --output NEW.rewind"

    /// Files that are not sessions, or not of this version, each named `b.rewind`.
    static let files: [BadInput] = [
        file("FOLDER/b.rewind is not a Rewind session: it is empty.", hint: notASession) { _ in Data() },
        file("FOLDER/b.rewind is not a Rewind session: it is not a SQLite file.", hint: notASession) { _ in
            Data("Dear diary,\n".utf8)
        },
        file("FOLDER/b.rewind is not a Rewind session: it is not a SQLite file.", hint: notASession) { _ in
            Data(repeating: 0, count: 4096)
        },
        file(
            "FOLDER/b.rewind is not a Rewind session: it is a SQLite file of another application (id 0).",
            hint: notASession
        ) { $0.replacingHeader(at: 68, with: [0, 0, 0, 0]) },
        file(
            "FOLDER/b.rewind has format version 99; rewind \(SessionFormat.packageVersion) reads versions up to 2.",
            hint: "Use a newer rewind."
        ) { $0.replacingHeader(at: 60, with: [0, 0, 0, 99]) },
        file(
            "FOLDER/b.rewind has format version 0; rewind \(SessionFormat.packageVersion) reads versions up to 2.",
            hint: "Use the rewind that recorded it."
        ) { $0.replacingHeader(at: 60, with: [0, 0, 0, 0]) },
        file("FOLDER/b.rewind is damaged: it is truncated to CUT of WHOLE bytes.", hint: copyAgain) {
            $0.prefix($0.count / 2)
        },
        file("FOLDER/b.rewind is damaged: it is truncated to CUT of WHOLE bytes.", hint: copyAgain) {
            $0.dropLast()
        },
    ]

    private static func file(
        _ message: String,
        hint: String,
        content: @escaping @Sendable (Data) -> Data
    ) -> BadInput {
        BadInput("log b.rewind", message, hint: hint) { folder in
            try folder.write(content(try folder.read("a.rewind")), to: "b.rewind")
        }
    }

    /// Sound sessions with invalid arguments.
    static let wishes: [BadInput] = [
        BadInput(
            "log nope.rewind",
            "No file FOLDER/nope.rewind.",
            hint: "List the sessions here:\n  rewind ls"
        ),
        BadInput("log .", "FOLDER is a folder, not a session file.", hint: "Name a *.rewind file in it."),
        BadInput("show a.rewind 99999", "99999 is past the end of the session, LAST.", hint: list),
        BadInput(
            "show a.rewind end~99999",
            "end~99999 is before the start of the session, 0.",
            hint: list
        ),
        BadInput(
            "show a.rewind start~1",
            "start~1 is before the start of the session, 0.",
            hint: list
        ),
        BadInput("goto a.rewind 99999", "99999 is past the end of the session, LAST.", hint: list),
        BadInput("diff a.rewind 1 99999", "99999 is past the end of the session, LAST.", hint: list),
        BadInput("lgo a.rewind", status: 64, "No command lgo.", hint: "Did you mean rewind log?"),
        BadInput("a.rewind", status: 64, "No command a.rewind.", hint: "List the commands:\n  rewind help"),
        BadInput(
            "show a.rewind twelve",
            "\"twelve\" is not a point in time.",
            hint: "A POINTER starts with \"/\", a bookmark with \":\", and a type with \"@\"."
        ),
        BadInput("show a.rewind 12~", "\"12~\" is not a point in time.", hint: references),
        BadInput("show a.rewind end~x", "\"end~x\" is not a point in time.", hint: references),
        BadInput(
            "show a.rewind end~10sec",
            "\"end~10sec\" is not a point in time.",
            hint: "Units are ms, s, min, h and d: end~10s is ten seconds before the end."
        ),
        BadInput("goto a.rewind ''", "\"\" is not a point in time.", hint: references),
        BadInput(
            "show a.rewind 99999999999999999999",
            "\"99999999999999999999\" is not a point in time.",
            hint: references
        ),
        BadInput(
            "show a.rewind :crash",
            "No bookmark named \"crash\".",
            hint: "List the bookmarks:\n  rewind bookmark a.rewind"
        ),
        BadInput(
            "show a.rewind 12 /home/nowhere",
            "No recorded state has a value at /home/nowhere.",
            hint: "Show the enclosing value:\n  rewind show a.rewind end /home"
        ),
        BadInput(
            "diff a.rewind 11 12 /nowhere",
            "No recorded state has a value at /nowhere.",
            hint: "Show the enclosing value:\n  rewind show a.rewind end \"\""
        ),
        BadInput(
            "show a.rewind 62 /articleDetail/error",
            status: 1,
            "The state at 62 has no value at /articleDetail/error.",
            hint: "Show it at 63:\n  rewind show a.rewind 63 /articleDetail/error"
        ),
        BadInput(
            "diff a.rewind 61 62 /articleDetail/error",
            status: 1,
            "The state at 62 has no value at /articleDetail/error.",
            hint: "Show it at 63:\n  rewind show a.rewind 63 /articleDetail/error"
        ),
        BadInput(
            "history a.rewind /articleDetail/error ..62",
            status: 1,
            "No state up to 62 has a value at /articleDetail/error.",
            hint: "List its values up to 63:\n  rewind history a.rewind /articleDetail/error ..63"
        ),
        BadInput(
            "show a.rewind end /home/articleList/999",
            status: 1,
            "The state at LAST has no value at /home/articleList/999.",
            hint: "Show the enclosing value:\n  rewind show a.rewind LAST /home/articleList"
        ),
        BadInput("show a.rewind 12 home", "\"home\" is not a JSON Pointer.", hint: pointers),
        BadInput("show a.rewind /home~2", "\"/home~2\" is not a JSON Pointer.", hint: pointers),
        BadInput("log a.rewind home", "\"home\" is not a JSON Pointer.", hint: pointers),
        BadInput("undo a.rewind -n 0", status: 64, "-n must be at least 1.", hint: "Use -n 1 or more."),
        BadInput("redo a.rewind -n 0", status: 64, "-n must be at least 1.", hint: "Use -n 1 or more."),
        BadInput(
            "log a.rewind --limit 0",
            status: 64,
            "--limit must be at least 1.",
            hint: "Use --limit 1 or more."
        ),
        BadInput(
            "log a.rewind 70..60",
            "The range ends at 60, before its start at 70.",
            hint: "Put the earlier one first: 60..70"
        ),
        BadInput(
            "redo a.rewind --branch 999",
            "999 is past the end of the session, LAST.",
            hint: list
        ),
        BadInput(
            "show a.rewind -999",
            "-999 is before the start of the session, 0.",
            hint: list
        ),
        BadInput(
            "show a.rewind @Nope",
            status: 1,
            "No action has the type Nope.",
            hint: "List similar ones:\n  rewind log a.rewind --type '*Nope*'"
        ),
        BadInput(
            "history a.rewind 64..65 /articleDetail/error",
            status: 1,
            "No action from 64 to 65 wrote /articleDetail/error.",
            hint: "List earlier writes:\n  rewind history a.rewind /articleDetail/error ..65"
        ),
        BadInput(
            "redo a.rewind",
            status: 1,
            "Nothing to redo: no action follows the cursor.",
            hint: "Go back:\n  rewind undo a.rewind"
        ),
    ]

    /// Output files that cannot be written.
    static let outputs: [BadInput] = [
        BadInput(
            "demo --output a.rewind",
            "a.rewind already exists.",
            hint: "Use another name, or --force to overwrite it."
        ),
        BadInput(
            "demo --output nope/b.rewind",
            "FOLDER/nope/b.rewind cannot be created: no such folder.",
            hint: "Create the folder first."
        ),
        BadInput("demo --output .", ". is a folder.", hint: "Name a file in it."),
        BadInput("demo --force --output .", ". is a folder.", hint: "Name a file in it."),
        BadInput(
            "demo --output a.rewind/b.rewind",
            "FOLDER/a.rewind/b.rewind cannot be opened: Not a directory.",
            hint: "Check the path and the disk, or use a copy."
        ),
        BadInput(
            "demo --output b.rewind --actions 0",
            status: 64,
            "--actions must be at least 1.",
            hint: "Use --actions 1 or more."
        ),
    ]
}

extension Data {
    fileprivate func replacingHeader(at offset: Int, with bytes: [UInt8]) -> Data {
        var copy = self
        copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return copy
    }
}
