#if os(macOS) || os(Linux)

import RewindReplay

extension Wording {
    /// Returns the message for a failed re-run.
    static func failure(of error: ReplayError) -> CommandError {
        switch error {
        case .noReducer: .noReducer
        case .ambiguousType(let name):
            CommandError(
                message: "Two registered action types are named \(name).",
                hint: "Rename one of them: sessions identify types by name, without the module."
            )
        case .unknownType(let name):
            CommandError(
                message: "No registered action type is named \(name).",
                hint: .command("List the recorded types", "rewind stats FILE")
            )
        case .notAnAction(let type, let action):
            CommandError(
                message: "The reducer takes \(action), which \(type) is not.",
                hint: "Remove it from the registered types, or register another reducer."
            )
        case .noFirstState:
            CommandError(
                message: "The state before the first action was not recorded.",
                hint: "A reducer that takes an optional state can start without it."
            )
        case .stateNotDecodable(let seq, let failure):
            CommandError(
                message: "The state at \(seq) does not decode: \(DecodingText.text(of: failure)).",
                hint: .checkFit
            )
        case .actionNotDecodable(let seq, let type, let failure):
            CommandError(
                message: "The \(type) given for \(seq) does not decode: \(DecodingText.text(of: failure)).",
                hint: .command("Show the recorded payloads", "rewind log FILE --json")
            )
        case .stateNotEncodable(let seq, let type):
            CommandError(
                message: "The state after action \(seq), \(type), cannot be encoded.",
                hint: "Check encode(to:) in the types of the state."
            )
        case .effectDoesNotFit(let seq, let type):
            CommandError(
                message:
                    "Action \(seq), \(type), cannot be re-run, and its recorded effect does not fit the new state.",
                hint: "Skip it, too: --skip \(seq)"
            )
        case .contradiction(let seq):
            CommandError(
                message: "The options contradict each other about action \(seq).",
                hint: "Skip, edit or move an action only once, and never to after itself."
            )
        case .notOnTheWay(let seq, let end):
            CommandError(
                message: "Action \(seq) is not on the branch to re-run, which ends at \(end).",
                hint: .command("Move the cursor to its branch", "rewind goto FILE \(seq)")
            )
        case .notAnActionAt(let seq):
            CommandError(
                message: "No action to change at \(seq), the initial state.",
                hint: "To add an action after it, use --insert."
            )
        case .noActions(let from, let to):
            CommandError(
                message: "No action leads from state \(from) to state \(to).",
                hint: .command("Show the branches", "rewind log FILE --graph")
            )
        case .effectNotKnown(let seq, let type):
            CommandError(
                message: "Action \(seq), \(type), cannot be re-run, and its effect is unknown.",
                hint: "Exclude it from the range: \(seq + 1).. or ..\(seq - 1)"
            )
        case .stateNotKnown(let seq, let lastKnown):
            CommandError(
                message: "A test cannot start after \(seq), where the state is unknown.",
                hint: "Start after \(lastKnown), the last known state: \(lastKnown + 1).."
            )
        case .noStateToDispatchAt(let seq, let lastKnown):
            CommandError(
                message: "Cannot dispatch at \(seq), where the state is unknown.",
                hint: "Dispatch at the last known state: --at \(lastKnown)"
            )
        case .unreachableType(let type):
            CommandError(
                message: "\(type) is private, so a test cannot use it.",
                hint: "Make the type internal, or register another one."
            )
        }
    }
}

#endif
