#if os(macOS) || os(Linux)

import RewindInspector

/// The messages for failed requests to the inspector.
extension Wording {
    static func failure(of error: InspectorError) -> CommandError {
        switch error {
        case .noSuchAction(let seq):
            CommandError(
                message: "There is no action \(seq).",
                hint: "The session may have been replaced by another one."
            )
        case .noSuchState(let seq, let first, let last):
            CommandError(
                message: "There is no state at \(seq).",
                hint: "The session has those from \(first) to \(last)."
            )
        case .badParameter(let name):
            CommandError(
                message: "\(name) is missing, or is not what it should be.",
                hint: "The page \"The inspector's API\" of the documentation tells what can be asked."
            )
        case .stateNotKnown(let seq, let action):
            CommandError(
                message: "The state at \(seq) is not known: the effect of action \(action) was not written.",
                hint: "rewind show FILE \(seq) recovers it where the tool knows the app's reducers."
            )
        case .noReducer:
            CommandError(
                message: "This tool does not know the app's reducers, without which nothing can be re-run.",
                hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
            )
        case .notRerunYet(let seq):
            CommandError(message: "The re-run has not come to action \(seq).", hint: "Wait until it has.")
        case .testTooLong(let most):
            CommandError(
                message: "A test of more than \(most) actions is none to read.",
                hint: "Choose a shorter part, or write it with rewind export FILE --format test."
            )
        case .badPointer: CommandError(message: "The pointer is malformed.", hint: pointerHint)
        }
    }
}

#endif
