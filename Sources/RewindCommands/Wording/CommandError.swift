#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindTree

/// An error as the tool prints it, with the messages of all errors about a command's arguments.
struct CommandError: Error, Hashable, Sendable {
    /// A sentence with the fact and the place.
    let message: String
    /// The next step. FILE stands for the session.
    let hint: String?
    /// The exit status.
    let status: Int32

    init(message: String, hint: String?, status: Int32 = 2) {
        self.message = message
        self.hint = hint
        self.status = status
    }
}

extension CommandError {
    /// The text is not a JSON Pointer.
    static func malformedPointer(_ text: String) -> CommandError {
        CommandError(message: "\"\(text)\" is not a JSON Pointer.", hint: Wording.pointerHint)
    }

    /// No recorded state has a value there. `nearest` are similar pointers; `holder` is the longest part of the pointer
    /// that exists.
    static func noSuchPointer(_ pointer: Pointer, nearest: [Pointer], holder: Pointer) -> CommandError {
        CommandError(
            message: "No recorded state has anything at \(pointer.description).",
            hint: hint(forNearest: nearest, holder: holder)
        )
    }

    /// The state has no value there; the one at `elsewhere` has. `holder` is the longest part of the pointer that
    /// exists in it.
    static func nothingAt(_ pointer: Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil) -> CommandError {
        CommandError(
            message: "The state at \(seq) has nothing at \(pointer.description).",
            hint: elsewhere.map { "It is there at \($0): rewind show FILE \($0) \(word(for: pointer))" }
                ?? "Show what holds it: rewind show FILE \(seq) \(word(for: holder))",
            status: 1
        )
    }

    /// No state on the path to `seq` has a value there; the one at `elsewhere` has.
    static func neverAnything(_ pointer: Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil) -> CommandError {
        guard let elsewhere else {
            return CommandError(
                message: "No state up to \(seq) has anything at \(pointer.description).",
                hint: "Show what holds it: rewind show FILE \(seq) \(word(for: holder))",
                status: 1
            )
        }
        return CommandError(
            message: "No state on the way to \(seq) has anything at \(pointer.description).",
            hint: "It is there at \(elsewhere): rewind history FILE \(word(for: pointer)) ..\(elsewhere)",
            status: 1
        )
    }

    /// No action in the range wrote the value there.
    static func notWritten(_ pointer: Pointer, from: Int, to: Int) -> CommandError {
        CommandError(
            message: "No action from \(from) to \(to) wrote \(name(of: pointer)).",
            hint: "Earlier actions may have: rewind history FILE \(word(for: pointer)) ..\(to)",
            status: 1
        )
    }

    /// The condition held for none of the `values` values written there.
    static func noValueHeld(_ pointer: Pointer, values: Int) -> CommandError {
        CommandError(
            message: values == 1
                ? "The condition did not hold when \(name(of: pointer)) was written, which was once."
                : "The condition held for none of the \(values) values that \(name(of: pointer)) had.",
            hint: "rewind history FILE \(word(for: pointer)) lists them all.",
            status: 1
        )
    }

    /// Two sessions have more than `most` actions after their divergence.
    static func tooManyToAlign(from seq: Int, most: Int) -> CommandError {
        CommandError(
            message: "From \(seq) on, where they part, there is too much to align: at most \(most) actions are.",
            hint: "rewind cut FILE \(seq)..\(seq + most - 1) --output part.rewind makes a session of some of them."
        )
    }

    /// The text does not occur in the session.
    static func textNotFound(_ text: String) -> CommandError {
        CommandError(
            message: "\"\(text)\" occurs nowhere in the session.",
            hint: text.contains(where: \.isUppercase)
                ? "Written in lower case, it is found in any case." : "rewind log FILE lists the actions.",
            status: 1
        )
    }

    /// A number is less than `least`.
    static func countTooSmall(option: String, least: Int = 1) -> CommandError {
        CommandError(
            message: "\(option) takes a number from \(least).",
            hint: "Write \(option) \(least), or more.",
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// The output file exists.
    static func outputExists(path: String) -> CommandError {
        CommandError(message: "\(path) is there already.", hint: "Choose another name, or overwrite it with --force.")
    }

    static func outputIsFolder(path: String) -> CommandError {
        CommandError(message: "\(path) is a folder.", hint: "Name the file to make in it.")
    }

    /// The output is a device, a pipe or a socket.
    static func outputIsNoFile(path: String) -> CommandError {
        CommandError(
            message: "\(path) is a device or a pipe, not a file.",
            hint: "Name a file; rewind export FILE --format state prints a state instead."
        )
    }

    /// The output is the session that the command reads, which was given as `input`.
    static func outputIsInput(path: String, input: String) -> CommandError {
        CommandError(
            message: path == input
                ? "\(path) is the session to read, and is not overwritten."
                : "\(path) is \(input), the session to read, and is not overwritten.",
            hint: "Choose another name: --output \(ShellWord.text(otherName(than: path)))"
        )
    }

    /// The output is a side file of a session.
    static func outputIsSideFile(path: String, session: String) -> CommandError {
        CommandError(
            message: "\(path) belongs to the session \(session), and is not overwritten.",
            hint: "Choose another name: --output \(ShellWord.text(otherName(than: session)))"
        )
    }

    /// The port is in use.
    static func portTaken(_ port: UInt16) -> CommandError {
        CommandError(
            message: "Port \(port) is in use.",
            hint: "Leave --port out: then it is one that is free."
        )
    }

    /// No session was named, and the folder has none or several.
    static var noSession: CommandError {
        CommandError(
            message: "No session is named, and there is no *.rewind in this folder.",
            hint: "rewind demo --output demo.rewind records a session to try.",
            status: ExitCode.validationFailure.rawValue
        )
    }

    static func severalSessions(_ names: [String]) -> CommandError {
        CommandError(
            message: "No session is named, and there are several here: \(list(names)).",
            hint: "Name one, or say once which: export REWIND_SESSION=\(ShellWord.text(names.first ?? ""))",
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// No action led to the initial state.
    static func noActionLed(seq: Int) -> CommandError {
        CommandError(
            message: "No action led to the first state, the one at \(seq).",
            hint: "rewind show FILE \(seq) prints it.",
            status: 1
        )
    }

    /// The tool cannot draw the app's screens.
    static var noScreens: CommandError {
        CommandError(
            message: "This tool does not know what the app's screens look like.",
            hint: "Make your own tool of the library RewindCommands, with RegisteredApp(…).drawing { … }"
        )
    }

    /// Writing to standard output failed.
    static func outputFailed(reason: String) -> CommandError {
        CommandError(
            message: "The output could not be written: \(reason).",
            hint: "Make room where it goes, or send it elsewhere."
        )
    }

    /// No action makes the condition hold; `holdsAlready` if it holds where the search began.
    static func conditionNeverHeld(from: Int, holdsAlready: Bool) -> CommandError {
        CommandError(
            message: holdsAlready
                ? "The condition holds at \(from) already, and no action makes it hold again."
                : "No action makes the condition hold.",
            hint: holdsAlready
                ? "To find the action that ends it, negate it: --where \"NOT (EXPR)\""
                : "rewind show FILE prints the last state, to compare with the condition.",
            status: 1
        )
    }

    /// The state given as good is bad, or the one given as bad is good.
    static func goodIsBad(seq: Int) -> CommandError {
        CommandError(
            message: "The state at \(seq) should be good, and is bad.",
            hint: "Name an earlier state with --good, or turn the test around.",
            status: 1
        )
    }

    static func badIsGood(seq: Int) -> CommandError {
        CommandError(
            message: "The state at \(seq) should be bad, and is good.",
            hint: "Name another state with --bad, or turn the test around.",
            status: 1
        )
    }

    /// The command of a bisection skips one end of the search.
    static func endIsUntestable(seq: Int) -> CommandError {
        CommandError(
            message: "The command skips the state at \(seq), where the search is to begin or end.",
            hint: "Name a state that it can test with --good or --bad."
        )
    }

    /// The command of a bisection failed at a state, or could not be started.
    static func testAborted(seq: Int, _ reason: TestFailure) -> CommandError {
        CommandError(
            message: "The command came to no answer for the state at \(seq): \(words(for: reason)).",
            hint: "Status 0 means good, 125 skip, 1 to 127 bad, and more that something is wrong."
        )
    }

    /// A bookmark with that name exists.
    static func bookmarkExists(_ name: String, seq: Int) -> CommandError {
        CommandError(
            message: "There is a bookmark :\(name) already, at \(seq).",
            hint: "rewind bookmark FILE \(ShellWord.text(":" + name)) cursor --force moves it to the cursor."
        )
    }

    /// The tool has no such command; `nearest` is the most similar one.
    static func noSuchCommand(_ name: String, nearest: String?) -> CommandError {
        CommandError(
            message: "There is no command \(name).",
            hint: nearest.map { "Did you mean rewind \($0)?" } ?? "rewind help lists the commands.",
            status: ExitCode.validationFailure.rawValue
        )
    }

    /// The tool was built without the app's reducer.
    static var noReducer: CommandError {
        CommandError(
            message: "This tool does not know the app's reducers, without which nothing can be re-run.",
            hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
        )
    }

    /// The text is not an action in JSON.
    static func malformedAction(_ text: String) -> CommandError {
        CommandError(
            message: "\"\(text)\" is no action.",
            hint: "Write its type and payload: {\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}"
        )
    }

    /// The session is being recorded, so that actions must be dispatched by its app. `command` does that.
    static func dispatchedWhileRecording(path: String, command: String) -> CommandError {
        CommandError(
            message: "\(path) is being recorded: its app is the one to dispatch something.",
            hint: "\(command) has the app do that, if it has opened its travel."
        )
    }

    /// A re-run in a child process ended at an action whose reducer trapped.
    static func rerunTrapped(seq: Int, type: String) -> CommandError {
        CommandError(
            message:
                "The reducer trapped at action \(seq), \(TerminalText.line(type)): it has never seen such a state.",
            hint: "What was re-run up to there stands. Leave that action out, too, to see what comes after it."
        )
    }

    /// A re-run in a child process failed; `reason` is its error message.
    static func rerunRefused(reason: String?) -> CommandError {
        CommandError(
            message: reason ?? "This version of the app cannot re-run the session.",
            hint: "rewind replay FILE --check tells what does not fit."
        )
    }

    /// The source name of the reducer is unknown.
    static var noReducerName: CommandError {
        CommandError(
            message: "This tool does not know what your source code calls the app's reducer.",
            hint: "Name it: --reducer appReducer"
        )
    }

    /// The page exceeds its maximum size; it would fit with the actions from `from` to `fits`.
    static func pageTooLarge(limit: Int, from: Int, fits: Int?, output: String) -> CommandError {
        guard let fits else {
            return CommandError(
                message: "The page would have more than \(BriefText.count(limit, "byte")) with its first action alone.",
                hint: "Give it more room: rewind export FILE --format html \(from)..\(from) "
                    + "--bytes \(limit * 10) --output \(ShellWord.text(output))"
            )
        }
        return CommandError(
            message: "The page would have more than \(BriefText.count(limit, "byte")).",
            hint: "It has room for the actions up to \(fits): rewind export FILE --format html \(from)..\(fits) "
                + "--bytes \(limit) --output \(ShellWord.text(output))"
        )
    }

    /// The value of an option that changes the actions of a re-run is invalid.
    static func malformedChange(option: String, _ text: String) -> CommandError {
        CommandError(message: "\(option) cannot make anything of \"\(text)\".", hint: hint(forChange: option))
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

    private static func words(for failure: TestFailure) -> String {
        switch failure {
        case .signal(let signal): "it was ended by signal \(signal)"
        case .status(let status): "it exited with status \(status)"
        case .notStarted(let code): "it cannot be started, \(String(cString: strerror(code)))"
        case .noInput(let code): String(cString: strerror(code))
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

    /// Returns the pointer as written in a shell.
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
}

/// The reason why the command of a bisection gave no verdict. Codes are those of `errno`.
enum TestFailure: Hashable, Sendable {
    case signal(Int32)
    case status(Int32)
    case notStarted(code: Int32)
    /// The state could not be passed to it.
    case noInput(code: Int32)
}

#endif
