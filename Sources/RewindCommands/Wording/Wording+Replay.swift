import RewindReplay

/// Hints after errors of re-runs.
extension Wording {
    static func hint(for error: ReplayError) -> CommandError.Hint {
        switch error {
        case .noReducer: .buildTool
        case .ambiguousType: "Rename one of them: sessions identify types by name, without the module."
        case .unknownType: .command("List the recorded types", "rewind stats FILE")
        case .notAnAction: "Remove it from the registered types, or register another reducer."
        case .noFirstState: "A reducer that takes an optional state can start without it."
        case .stateNotDecodable: .checkFit
        case .actionNotDecodable(_, let type, _), .unknownMember(_, let type, _):
            .command("Show a recorded one", "rewind show FILE \(ShellWord.text("@" + type)) --action")
        case .stateNotEncodable: "Check encode(to:) in the types of the state."
        case .effectDoesNotFit(let seq, _): "Skip it, too: --skip \(seq)"
        case .contradiction: "Skip, edit or move an action only once, and never to after itself."
        case .notOnPath(let seq, _): .command("Move the cursor to its branch", "rewind goto FILE \(seq)")
        case .notAnActionAt: "To add an action after it, use --insert."
        case .noActions: .command("Show the branches", "rewind log FILE --graph")
        case .effectNotKnown(let seq, _): "Exclude it from the range: \(seq + 1).. or ..\(seq - 1)"
        case .stateNotKnown(_, let lastKnown): "Start after \(lastKnown), the last known state: \(lastKnown + 1).."
        case .noStateToDispatchAt(_, let lastKnown): "Dispatch at the last known state: --at \(lastKnown)"
        case .unreachableType: "Make the type internal, or register another one."
        case .noFlow(let seq): .command("Show its causes", "rewind why FILE \(seq)")
        case .noTravel: "Register it: the argument travel of RegisteredApp.runningFlows."
        case .noFlows: "Register them: RegisteredApp.runningFlows."
        case .unknownFlow: "Register it: RegisteredApp.runningFlows."
        case .noSuchEffect: "Flows and notes have no outcome from outside."
        case .malformedOutcome: "The value and the error are those of the recorded call, as JSON."
        }
    }
}
