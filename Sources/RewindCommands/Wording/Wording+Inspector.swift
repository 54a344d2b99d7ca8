#if os(macOS) || os(Linux)

import RewindInspector

/// What the page of the inspector is told when it cannot be answered.
extension Wording {
    static func failure(of error: InspectorError) -> Failure {
        switch error {
        case .noSuchAction(let seq):
            Failure(message: "There is no action \(seq).", hint: "The session may have been replaced by another one.")
        case .noSuchState(let seq, let first, let last):
            Failure(message: "There is no state at \(seq).", hint: "The session has those from \(first) to \(last).")
        case .badParameter(let name):
            Failure(
                message: "\(name) is missing, or is not what it should be.",
                hint: "The page \"The inspector's API\" of the documentation tells what can be asked."
            )
        case .stateNotKnown(let seq, let action):
            Failure(
                message: "The state at \(seq) is not known: the effect of action \(action) was not written.",
                hint: "rewind show FILE \(seq) recovers it where the tool knows the app's reducers."
            )
        case .noReducer:
            Failure(
                message: "This tool does not know the app's reducers, without which nothing can be re-run.",
                hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
            )
        case .notRerunYet(let seq):
            Failure(message: "The re-run has not come to action \(seq).", hint: "Wait until it has.")
        case .testTooLong(let most):
            Failure(
                message: "A test of more than \(most) actions is none to read.",
                hint: "Choose a shorter part, or write it with rewind export FILE --format test."
            )
        case .badPointer: Failure(message: "The pointer is malformed.", hint: pointerHint)
        }
    }
}

#endif
