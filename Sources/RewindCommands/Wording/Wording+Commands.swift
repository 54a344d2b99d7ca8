#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindTree

extension Wording {
    /// The words for what is wrong with what a command was asked.
    static func failure(of error: CommandError) -> Failure {
        switch error {
        case .malformedPointer(let text):
            Failure(
                message: "\"\(text)\" is not a JSON Pointer.",
                hint: pointerHint
            )
        case .noSuchPointer(let pointer, let nearest, let holder):
            Failure(
                message: "No recorded state has anything at \(pointer.description).",
                hint: hint(forNearest: nearest, holder: holder)
            )
        case .nothingAt(let pointer, let seq, let holder, let elsewhere):
            Failure(
                message: "The state at \(seq) has nothing at \(pointer.description).",
                hint: elsewhere.map { "It is there at \($0): rewind show FILE \($0) \(word(for: pointer))" }
                    ?? "Show what holds it: rewind show FILE \(seq) \(word(for: holder))",
                status: 1
            )
        case .neverAnything(let pointer, let seq, let holder, nil):
            Failure(
                message: "No state up to \(seq) has anything at \(pointer.description).",
                hint: "Show what holds it: rewind show FILE \(seq) \(word(for: holder))",
                status: 1
            )
        case .neverAnything(let pointer, let seq, _, let elsewhere?):
            Failure(
                message: "No state on the way to \(seq) has anything at \(pointer.description).",
                hint: "It is there at \(elsewhere): rewind history FILE \(word(for: pointer)) --to \(elsewhere)",
                status: 1
            )
        case .notWritten(let pointer, let from, let to):
            Failure(
                message: "No action from \(from) to \(to) wrote \(name(of: pointer)).",
                hint: "rewind history FILE \(word(for: pointer)) --to \(to) tells who did before.",
                status: 1
            )
        case .noValueHeld(let pointer, let values):
            Failure(
                message: values == 1
                    ? "The condition did not hold when \(name(of: pointer)) was written, which was once."
                    : "The condition held for none of the \(values) values that \(name(of: pointer)) had.",
                hint: "rewind history FILE \(word(for: pointer)) lists them all.",
                status: 1
            )
        case .tooManyToAlign(let seq, let most):
            Failure(
                message: "From \(seq) on, where they part, there is too much to align: at most \(most) actions are.",
                hint: "rewind cut FILE \(seq)..\(seq + most - 1) --output part.rewind makes a session of some of them."
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
        case .outputIsNoFile(let path):
            Failure(
                message: "\(path) is a device or a pipe, not a file.",
                hint: "Name a file; rewind export FILE --format state prints a state instead."
            )
        case .outputIsInput(let path, let input):
            Failure(
                message: path == input
                    ? "\(path) is the session to read, and is not overwritten."
                    : "\(path) is \(input), the session to read, and is not overwritten.",
                hint: "Choose another name: --output \(ShellWord.text(otherName(than: path)))"
            )
        case .outputIsSideFile(let path, let session):
            Failure(
                message: "\(path) belongs to the session \(session), and is not overwritten.",
                hint: "Choose another name: --output \(ShellWord.text(otherName(than: session)))"
            )
        case .portTaken(let port):
            Failure(
                message: "Port \(port) is in use.",
                hint: "Leave --port out: then it is one that is free."
            )
        case .noActionLed(let seq):
            Failure(
                message: "No action led to the first state, the one at \(seq).",
                hint: "rewind show FILE \(seq) prints it.",
                status: 1
            )
        case .noScreens:
            Failure(
                message: "This tool does not know what the app's screens look like.",
                hint: "Make your own tool of the library RewindCommands, with RegisteredApp(…).drawing { … }"
            )
        case .noSession:
            Failure(
                message: "No session is named, and there is no *.rewind in this folder.",
                hint: "rewind demo --output demo.rewind records a session to try.",
                status: ExitCode.validationFailure.rawValue
            )
        case .severalSessions(let names):
            Failure(
                message: "No session is named, and there are several here: \(list(names)).",
                hint: "Name one, or say once which: export REWIND_SESSION=\(ShellWord.text(names.first ?? ""))",
                status: ExitCode.validationFailure.rawValue
            )
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
                message: "The command came to no answer for the state at \(seq): \(words(for: reason)).",
                hint: "Status 0 means good, 125 skip, 1 to 127 bad, and more that something is wrong."
            )
        case .bookmarkExists(let name, let seq):
            Failure(
                message: "There is a bookmark :\(name) already, at \(seq).",
                hint: "rewind bookmark FILE \(ShellWord.text(":" + name)) cursor --force moves it to the cursor."
            )
        case .noReducer:
            Failure(
                message: "This tool does not know the app's reducers, without which nothing can be re-run.",
                hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
            )
        case .malformedAction(let text):
            Failure(
                message: "\"\(text)\" is no action.",
                hint: "Write its type and payload: {\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}"
            )
        case .dispatchedWhileRecording(let path, let command):
            Failure(
                message: "\(path) is being recorded: its app is the one to dispatch something.",
                hint: "\(command) has the app do that, if it has opened its travel."
            )
        case .rerunTrapped(let seq, let type):
            Failure(
                message:
                    "The reducer trapped at action \(seq), \(TerminalText.line(type)): it has never seen such a state.",
                hint: "What was re-run up to there stands. Leave that action out, too, to see what comes after it."
            )
        case .rerunRefused(let reason):
            Failure(
                message: reason ?? "This version of the app cannot re-run the session.",
                hint: "rewind replay FILE --check tells what does not fit."
            )
        case .noReducerName:
            Failure(
                message: "This tool does not know what your source code calls the app's reducer.",
                hint: "Name it: --reducer appReducer"
            )
        case .noSuchCommand(let name, let nearest):
            Failure(
                message: "There is no command \(name).",
                hint: nearest.map { "Did you mean rewind \($0)?" } ?? "rewind help lists the commands.",
                status: ExitCode.validationFailure.rawValue
            )
        case .nothingBetween(let from, let to):
            Failure(
                message: "There is no action after \(from) up to \(to).",
                hint: "--from is the state before the first action, --to the last action: rewind log FILE lists them."
            )
        case .pageTooLarge(let limit, let from, let fits?, let output):
            Failure(
                message: "The page would have more than \(BriefText.count(limit, "byte")).",
                hint: "It has room for the actions up to \(fits): rewind export FILE --format html --from \(from) "
                    + "--to \(fits) --bytes \(limit) --output \(ShellWord.text(output))"
            )
        case .pageTooLarge(let limit, let from, nil, let output):
            Failure(
                message: "The page would have more than \(BriefText.count(limit, "byte")) with its first action alone.",
                hint: "Give it more room: rewind export FILE --format html --from \(from) --to \(from + 1) "
                    + "--bytes \(limit * 10) --output \(ShellWord.text(output))"
            )
        case .malformedChange(let option, let text):
            Failure(message: "\(option) cannot make anything of \"\(text)\".", hint: hint(forChange: option))
        }
    }

    /// A name to suggest for an output.
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
}

#endif
