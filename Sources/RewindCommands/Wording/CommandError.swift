import ArgumentParser
import Foundation
import RewindReplay
import RewindTree

/// An error as the tool prints it, with the messages of all errors about a command's arguments.
struct CommandError: Error, Hashable, Codable, Sendable {
    /// The next step after an error: a sentence, or a command with its purpose.
    struct Hint: Hashable, Codable, Sendable, ExpressibleByStringInterpolation {
        /// A sentence; before a command, it ends with a colon.
        let text: String
        /// A command that works when pasted. FILE stands for the session.
        let command: String?

        init(stringLiteral text: String) {
            (self.text, command) = (text, nil)
        }

        fileprivate init(_ text: String, _ command: String?) {
            (self.text, self.command) = (text, command)
        }

        /// Returns a hint to run a command; `purpose` is an imperative, such as "List the actions".
        static func command(_ purpose: String, _ command: String) -> Hint {
            Hint(purpose + ":", command)
        }

        /// Returns the sentence and, on a second line, the command, for the session at `file`.
        func lines(for file: String? = nil) -> [String] {
            let name = file.map(ShellWord.path) ?? "FILE"
            return [text, command].compactMap { $0?.replacing("FILE", with: name) }
        }

        /// Returns the lines as printed, with escaped control characters.
        func printedLines(for file: String? = nil) -> [String] {
            lines(for: file).enumerated().map { ($0 == 0 ? "Hint: " : "  ") + TerminalText.line($1) }
        }

        /// Returns the hint as one line.
        func line(for file: String? = nil) -> String {
            lines(for: file).joined(separator: " ")
        }
    }

    /// A sentence with the fact and the place.
    let message: String
    /// The next step.
    let hint: Hint?
    /// The exit status.
    var status: Int32 = 2
}

extension CommandError {
    /// The environment variable that makes a process write its error as JSON, in the last line of standard error.
    static let variable = "REWIND_ERROR_AS_JSON"
    /// True if another process of the tool reads the error of this one.
    static let isRead = ProcessInfo.processInfo.environment[variable] != nil

    /// Reads the error of another process.
    init?(line: some StringProtocol) {
        guard let tree = try? Tree(parsing: String(line)),
            let error = try? TreeDecoder().decode(CommandError.self, from: tree)
        else { return nil }
        self = error
    }

    /// Returns the text for standard error, which names the session at `file` in the hint.
    func text(for file: String? = nil, style: TextStyle = TextStyle(isOn: false)) -> String {
        guard Self.isRead else { return lines(for: file, style: style).joined(separator: "\n") }
        let lines = hint?.lines(for: file).map(TerminalText.line) ?? []
        let hint = lines.first.map { Hint($0, lines.dropFirst().first) }
        var encoder = TreeEncoder()
        let tree = try? encoder.encode(CommandError(message: TerminalText.line(message), hint: hint, status: status))
        return tree?.text ?? message
    }

    /// Returns the error and its hint as printed; the answer "not found" is a note.
    func lines(for file: String? = nil, style: TextStyle = TextStyle(isOn: false)) -> [String] {
        let head = status == 1 ? "Note:" : style.removed("Error:")
        return ["\(head) \(TerminalText.line(message))"] + (hint?.printedLines(for: file) ?? [])
    }

    /// Adds the next step to an error of another target.
    init(_ error: some Error & CustomStringConvertible, hint: Hint?, status: Int32 = 2) {
        self.init(message: error.description, hint: hint, status: status)
    }

    /// The text is not a JSON Pointer.
    static func malformedPointer(_ text: String) -> CommandError {
        CommandError(message: "\"\(text)\" is not a JSON Pointer.", hint: Wording.pointerHint)
    }

    /// No recorded state has a value there. `nearest` are similar pointers; `holder` is the longest part of the pointer
    /// that exists. If `isFolder`, the pointer is also the path of a folder.
    static func noSuchPointer(
        _ pointer: Pointer,
        nearest: [Pointer],
        holder: Pointer,
        isFolder: Bool = false
    ) -> CommandError {
        let name = pointer.description
        return CommandError(
            message: "No recorded state has a value at \(name).",
            hint: isFolder && nearest.isEmpty
                ? .command("\(name) is a folder; list its sessions", "rewind ls \(word(for: pointer))")
                : hint(forNearest: nearest, holder: holder)
        )
    }

    /// The state has no value there; the one at `elsewhere` has. `holder` is the longest part of the pointer that
    /// exists in it.
    static func nothingAt(_ pointer: Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil) -> CommandError {
        CommandError(
            message: "The state at \(seq) has no value at \(pointer.description).",
            hint: elsewhere.map { .command("Show it at \($0)", "rewind show FILE \($0) \(word(for: pointer))") }
                ?? hint(showing: holder, at: String(seq)),
            status: 1
        )
    }

    /// No state on the path to `seq` has a value there; the one at `elsewhere` has.
    static func neverAnything(_ pointer: Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil) -> CommandError {
        guard let elsewhere else {
            return CommandError(
                message: "No state up to \(seq) has a value at \(pointer.description).",
                hint: hint(showing: holder, at: String(seq)),
                status: 1
            )
        }
        return CommandError(
            message: "No state up to \(seq) has a value at \(pointer.description).",
            hint: .command(
                "List its values up to \(elsewhere)",
                "rewind history FILE \(word(for: pointer)) ..\(elsewhere)"
            ),
            status: 1
        )
    }

    /// No action in the range wrote the value there.
    static func notWritten(_ pointer: Pointer, from: Int, to: Int) -> CommandError {
        CommandError(
            message: "No action from \(from) to \(to) wrote \(pointer.name(root: "the state")).",
            hint: .command("List earlier writes", "rewind history FILE \(word(for: pointer)) ..\(to)"),
            status: 1
        )
    }

    /// The condition held for none of the `values` values written there.
    static func noValueHeld(_ pointer: Pointer, values: Int) -> CommandError {
        CommandError(
            message: values == 1
                ? "The condition is false for the only write of \(pointer.name(root: "the state"))."
                : "The condition is false for all \(values) writes of \(pointer.name(root: "the state")).",
            hint: .command("List the writes", "rewind history FILE \(word(for: pointer))"),
            status: 1
        )
    }

    /// The text does not occur in the session.
    static func textNotFound(_ text: String) -> CommandError {
        CommandError(
            message: "\"\(text)\" is not in the session.",
            hint: text.contains(where: \.isUppercase) ? "A text in lower case matches any case." : .listActions,
            status: 1
        )
    }

    /// A number is less than `least`.
    static func countTooSmall(option: String, least: Int = 1) -> CommandError {
        CommandError(
            message: "\(option) must be at least \(least).",
            hint: "Use \(option) \(least) or more.",
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// The output file exists.
    static func outputExists(path: String) -> CommandError {
        CommandError(message: "\(path) already exists.", hint: "Use another name, or --force to overwrite it.")
    }

    static func outputIsFolder(path: String) -> CommandError {
        CommandError(message: "\(path) is a folder.", hint: "Name a file in it.")
    }

    /// The output is a device, a pipe or a socket.
    static func outputIsNoFile(path: String) -> CommandError {
        CommandError(
            message: path == "-"
                ? "A session cannot be written to standard output." : "\(path) is a device or a pipe, not a file.",
            hint: path == "-" ? "Name a file." : "Name a file. To print a test or a page, use --output -"
        )
    }

    /// The output is the session that the command reads, which was given as `input`.
    static func outputIsInput(path: String, input: String) -> CommandError {
        CommandError(
            message: path == input
                ? "\(path) is the session to read, and cannot be overwritten."
                : "\(path) is \(input), the session to read, and cannot be overwritten.",
            hint: "Use another name: --output \(ShellWord.path(otherName(than: path)))"
        )
    }

    /// The output is a side file of a session.
    static func outputIsSideFile(path: String, session: String) -> CommandError {
        CommandError(
            message: "\(path) belongs to the session \(session), and cannot be overwritten.",
            hint: "Use another name: --output \(ShellWord.path(otherName(than: session)))"
        )
    }

    /// There is no folder, and none can be created.
    static func noFolder(path: String) -> CommandError {
        CommandError(
            message: "The folder \(path) cannot be created.",
            hint: "Use another one: --dir FOLDER"
        )
    }

    /// No session was named, and the folder has none or several.
    static var noSession: CommandError {
        CommandError(
            message: "No session given, and this folder has no *.rewind.",
            hint: .command("Record a sample", "rewind demo --output demo.rewind"),
            status: ExitCode.validationFailure.rawValue
        )
    }

    static func severalSessions(_ names: [String]) -> CommandError {
        CommandError(
            message: "No session given, and this folder has \(names.count): \(list(names)).",
            hint: .command("Name one, or set a default", "export REWIND_SESSION=\(ShellWord.text(names.first ?? ""))"),
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// The tool cannot draw the app's screens.
    static var noScreens: CommandError {
        CommandError(
            message: "This tool cannot draw the app's screens.",
            hint: "Build a tool with RewindCommands, and pass RegisteredApp a screen."
        )
    }

    /// The app cannot show a state, such as one from before its start.
    static func noScreen(seq: Int) -> CommandError {
        CommandError(
            message: "The state at \(seq) has no screen.",
            hint: .command("Print the state", "rewind show FILE \(seq)"),
            status: 1
        )
    }

    /// Writing to standard output failed.
    static func outputFailed(reason: String) -> CommandError {
        CommandError(
            message: "Cannot write the output: \(reason).",
            hint: "Free some space, or write elsewhere."
        )
    }

    /// No action makes the condition hold; `holdsAlready` if it holds where the search began.
    static func conditionNeverHeld(from: Int, holdsAlready: Bool) -> CommandError {
        CommandError(
            message: holdsAlready
                ? "The condition is already true at \(from), and never becomes true again."
                : "The condition never becomes true.",
            hint: holdsAlready
                ? "To find where it becomes false, negate it: \"NOT (EXPR)\""
                : .command("Compare it with the last state", "rewind show FILE end"),
            status: 1
        )
    }

    /// The command of a bisection failed at a state, or could not be started.
    static func testAborted(seq: Int, _ reason: TestFailure) -> CommandError {
        let message =
            switch reason {
            case .signal(let signal): "The command was ended by signal \(signal) at state \(seq)."
            case .status(let status): "The command exited with status \(status) at state \(seq)."
            case .notStarted(let name, let code):
                "Cannot run \(TerminalText.line(name)): \(String(cString: strerror(code)))."
            case .noInput(let code):
                "Cannot pass the state at \(seq) to the command: \(String(cString: strerror(code)))."
            }
        return CommandError(
            message: message,
            hint: "Exit with 0 for good, 125 to skip, another status up to 127 for bad."
        )
    }

    /// A bookmark with that name exists.
    static func bookmarkExists(_ name: String, seq: Int, newReference: String = "cursor") -> CommandError {
        CommandError(
            message: "Bookmark :\(name) already exists, at \(seq).",
            hint: .command(
                newReference == "cursor" ? "Move it to the cursor" : "Move it",
                "rewind bookmark FILE \(ShellWord.text(":" + name)) \(ShellWord.text(newReference)) --force"
            )
        )
    }

    /// The tool was built without the trait `Fleet`.
    static let builtWithoutFleet = CommandError(
        message: "This rewind was built without the command fleet.",
        hint: .command("Build it with libpq", "swift build -c release --product rewind --traits default,Fleet"),
        status: 64
    )

    /// The tool was built without the trait `Sealing`.
    static func builtWithoutSealing(_ name: String) -> CommandError {
        CommandError(
            message: "This rewind was built without the command \(name).",
            hint: .command(
                "Build it with swift-crypto",
                "swift build -c release --product rewind --traits default,Sealing"
            ),
            status: 64
        )
    }

    /// The tool has no such command; `nearest` is the most similar one.
    static func noSuchCommand(_ name: String, in group: String? = nil, nearest: String?) -> CommandError {
        let group = group.map { " \($0)" } ?? ""
        return CommandError(
            message: "No command\(group) \(name).",
            hint: nearest.map { "Did you mean rewind\(group) \($0)?" }
                ?? .command("List the commands", "rewind help\(group)"),
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// There is no file to import.
    static func noImportFile(path: String) -> CommandError {
        CommandError(message: "No file \(path).", hint: "Check the path of the file to import.")
    }

    /// The path of the file to import is that of a folder or a device.
    static func importIsNoFile(path: String) -> CommandError {
        CommandError(message: "\(path) is not a regular file.", hint: "Name the file to import.")
    }

    /// The file to import is a session.
    static func importIsSession(path: String) -> CommandError {
        CommandError(
            message: "\(path) is already a session.",
            hint: .command("List its actions", "rewind log \(ShellWord.path(path))")
        )
    }

    /// The tool was built without the app's reducer.
    static var noReducer: CommandError {
        CommandError(ReplayError.noReducer, hint: .buildTool)
    }

    /// The text is not an action in JSON.
    static func malformedAction(_ text: String) -> CommandError {
        CommandError(
            message: "\"\(text)\" is not an action.",
            hint: "Write a type and JSON, such as LoadingAction '{\"isLoading\":true}'."
        )
    }

    /// The session is being recorded, so that actions must be dispatched by its app. `command` does that.
    static func dispatchedWhileRecording(path: String, command: String) -> CommandError {
        CommandError(
            message: "\(path) is being recorded, so only its app can dispatch.",
            hint: .command("Dispatch in the app", command)
        )
    }

    /// A re-run in a child process ended at an action whose reducer trapped.
    static func rerunTrapped(seq: Int, type: String) -> CommandError {
        CommandError(
            message: "The reducer trapped at action \(seq), \(TerminalText.line(type)).",
            hint: "The results before it are valid. Skip this action, too, to see what follows."
        )
    }

    /// A re-run in a child process failed; `reason` is its error message.
    static func rerunRefused(reason: String?) -> CommandError {
        CommandError(
            message: reason ?? "This version of the app cannot re-run the session.",
            hint: .checkFit
        )
    }

    /// The source name of the reducer is unknown.
    static var noReducerName: CommandError {
        CommandError(
            message: "This tool does not know the name of the reducer.",
            hint: "Name it as your source does: --reducer appReducer"
        )
    }

    /// The tool does not know the name of the app with its flows in the source.
    static var noAppName: CommandError {
        CommandError(
            message: "This tool does not know the name of the app with its flows.",
            hint: "Name it as your source does: --app registeredApp"
        )
    }

    /// The page exceeds its maximum size; it would fit with the actions from `from` to `fits`.
    static func pageTooLarge(limit: Int, from: Int, fits: Int?, output: String) -> CommandError {
        guard let fits else {
            return CommandError(
                message: "A page with action \(from) alone exceeds \(BriefText.count(limit, "byte")).",
                hint: .command(
                    "Raise the limit",
                    "rewind export html FILE \(from)..\(from) --bytes \(limit * 10) "
                        + "--output \(ShellWord.path(output))"
                )
            )
        }
        return CommandError(
            message: "The page exceeds \(BriefText.count(limit, "byte")).",
            hint: .command(
                "Export the actions that fit",
                "rewind export html FILE \(from)..\(fits) --bytes \(limit) --output \(ShellWord.path(output))"
            )
        )
    }

    /// The moments of a story exceed its maximum size.
    static func storyTooLarge(limit: Int) -> CommandError {
        CommandError(
            message: "The page exceeds \(BriefText.count(limit, "byte")).",
            hint: "Choose fewer moments, or raise the limit with --bytes \(limit * 10)."
        )
    }

    /// A story needs moments, and the session has no bookmark.
    static func noMoments(output: String) -> CommandError {
        CommandError(
            message: "The session has no bookmarks.",
            hint: .command(
                "Choose the moments",
                "rewind export story FILE end --output \(ShellWord.path(output))"
            )
        )
    }

    /// A note is for an action that is no moment of the story.
    static func noteWithoutMoment(seq: Int) -> CommandError {
        CommandError(message: "#\(seq) has a note, and is no moment of the story.", hint: "Add \(seq) to the moments.")
    }

    /// The value of an option that begins with a reference is invalid.
    static func malformedChange(option: String, _ text: String) -> CommandError {
        let (form, example) =
            switch option {
            case "--insert": ("REF:JSON", "12:{\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}")
            case "--edit": ("REF:JSON", "12:{\"isLoading\":true}")
            case "--note": ("REF:TEXT", "12:The server answers 500.")
            default: ("REF:REF", "12:8")
            }
        return CommandError(
            message: "\(option) takes \(form), not \"\(text)\".",
            hint: "For example: \(option) \(ShellWord.text(example))"
        )
    }

    /// Returns another name to suggest for an output.
    private static func otherName(than path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingPathExtension().relativePath + "-2" + ending
    }

    private static func list(_ names: [String]) -> String {
        let most = 4
        let names = names.map(TerminalText.line)
        guard names.count > most else { return names.joined(separator: ", ") }
        return names.prefix(most).joined(separator: ", ") + ", … \(names.count - most) more"
    }

    /// Returns the pointer as written in a shell.
    private static func word(for pointer: Pointer) -> String {
        pointer == .root ? "\"\"" : ShellWord.text(pointer.description)
    }

    private static func hint(showing holder: Pointer, at reference: String) -> Hint {
        .command("Show the enclosing value", "rewind show FILE \(reference) \(word(for: holder))")
    }

    private static func hint(forNearest nearest: [Pointer], holder: Pointer) -> Hint {
        guard let last = nearest.last?.description else { return hint(showing: holder, at: "end") }
        let others = nearest.dropLast().map(\.description).joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }
}

/// Hints that several errors share.
extension CommandError.Hint {
    static let listActions = command("List the actions", "rewind log FILE")
    static let checkFit = command("List what does not decode", "rewind replay FILE --check")
    static let showPayloads = command("Show the recorded payloads", "rewind log FILE --json")
    static let undo = command("Go back", "rewind undo FILE")
    static let redo = command("Go forward", "rewind redo FILE")
    static let buildTool: Self = "Build a tool with RewindCommands and RegisteredApp(reducer:actions:)."
}

/// The reason why the command of a bisection gave no verdict. Codes are those of `errno`.
enum TestFailure: Hashable, Sendable {
    case signal(Int32)
    case status(Int32)
    case notStarted(_ command: String, code: Int32)
    /// The state could not be passed to it.
    case noInput(code: Int32)
}
