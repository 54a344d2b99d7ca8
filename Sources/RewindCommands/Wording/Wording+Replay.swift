#if os(macOS) || os(Linux)

import RewindReplay

extension Wording {
    /// Returns the message for a failed re-run.
    static func failure(of error: ReplayError) -> CommandError {
        switch error {
        case .noReducer: .noReducer
        case .ambiguousType(let name):
            CommandError(
                message: "Two of the registered action types are called \(name).",
                hint: "Sessions tell types apart by their names without those of modules: rename one of them."
            )
        case .unknownType(let name):
            CommandError(
                message: "No action type called \(name) is registered.",
                hint:
                    "rewind log FILE shows the names; the app registers its types with RegisteredApp(reducer:actions:)."
            )
        case .notAnAction(let type, let action):
            CommandError(
                message: "The reducer does not take actions of type \(type): it takes \(action).",
                hint: "Take it out of the types that are registered, or register another reducer."
            )
        case .noFirstState:
            CommandError(
                message: "The recording does not have the state before its first action.",
                hint: "A reducer that takes an optional state can begin without one."
            )
        case .stateNotDecodable(let seq, let failure):
            CommandError(
                message: "The state at \(seq) is none of the app's: \(DecodingText.text(of: failure)).",
                hint: "rewind replay FILE --check tells what does not fit."
            )
        case .actionNotDecodable(let seq, let type, let failure):
            CommandError(
                message: "The \(type) given for \(seq) does not decode: \(DecodingText.text(of: failure)).",
                hint: "rewind log FILE --json shows payloads as they must be written."
            )
        case .stateNotEncodable(let seq, let type):
            CommandError(
                message: "The state that action \(seq), \(type), leads to cannot be encoded.",
                hint: "Look at the encode(to:) of the state's types."
            )
        case .effectDoesNotFit(let seq, let type):
            CommandError(
                message:
                    "Action \(seq), \(type), cannot be re-run, and its recorded effect does not fit the new state.",
                hint: "Leave it out, too: --skip \(seq)"
            )
        case .contradiction(let seq):
            CommandError(
                message: "The changes contradict each other about action \(seq).",
                hint: "Skip, edit or move an action once, and move none to after itself."
            )
        case .notOnTheWay(let seq, let end):
            CommandError(
                message: "Action \(seq) is not on the branch that is re-run, which ends at \(end).",
                hint: "rewind goto FILE \(seq) moves the cursor to its branch."
            )
        case .notAnActionAt(let seq):
            CommandError(
                message: "There is no action to change at \(seq): that is the first state.",
                hint: "--insert puts an action after it."
            )
        case .noActions(let from, let to):
            CommandError(
                message: "No action leads from the state at \(from) to the one at \(to).",
                hint: "Both must be on one branch: rewind log FILE --graph"
            )
        case .effectNotKnown(let seq, let type):
            CommandError(
                message: "Action \(seq), \(type), cannot be re-run, and nobody knows what it changed.",
                hint: "Leave it out of the range: \(seq + 1).. or ..\(seq - 1)"
            )
        case .stateNotKnown(let seq, let lastKnown):
            CommandError(
                message: "No test can begin after \(seq): the recording does not have the state there.",
                hint: "Begin after \(lastKnown), the last known state before: \(lastKnown + 1).."
            )
        case .noStateToDispatchAt(let seq, let lastKnown):
            CommandError(
                message: "Nothing can be dispatched at \(seq): nobody knows the state there.",
                hint: "Dispatch at \(lastKnown), the last known state before: --at \(lastKnown)"
            )
        case .unreachableType(let type):
            CommandError(
                message: "\(type) is private: a test in another file cannot name it.",
                hint: "Make the type internal, or register another one."
            )
        }
    }
}

#endif
