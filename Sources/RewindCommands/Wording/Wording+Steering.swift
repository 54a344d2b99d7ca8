#if os(macOS) || os(Linux)

import RewindTimeline

extension Wording {
    /// Returns the message for a failed request to a running app.
    static func failure(of error: SteeringError) -> CommandError {
        switch error {
        case .notOpen(let path):
            CommandError(
                message: "The app recording \(path) does not accept travel commands.",
                hint: "In the app, call TimeTravel.open: try travel.open(actions: []) { store.dispatch($0) }"
            )
        case .gone(let path):
            CommandError(
                message: "The app recording \(path) ended without closing it.",
                hint: .withoutApp
            )
        case .nobodyRecords(let path):
            CommandError(
                message: "No app is recording \(path).",
                hint: .withoutApp
            )
        case .noAnswer(let seconds, isTaken: false):
            CommandError(
                message: "The app did not answer within \(BriefText.count(seconds, "second")), and no longer will.",
                hint: "It may be suspended, or stopped at a breakpoint."
            )
        case .noAnswer(let seconds, isTaken: true):
            CommandError(
                message: "The app did not answer within \(BriefText.count(seconds, "second")), but still may.",
                hint: .status
            )
        case .otherVersion(let version):
            CommandError(
                message: "The app uses version \(version) of the travel protocol, which this rewind does not.",
                hint: .sameVersion
            )
        case .tooLong(let bytes, let limit):
            CommandError(
                message: "The action has \(bytes) bytes; an app accepts \(limit).",
                hint: "Use a smaller payload, or dispatch it in the app."
            )
        case .refused(let refusal):
            CommandError(
                message: refusal.text,
                hint: hint(for: refusal.reason),
                status: [.nothingToUndo, .nothingToRedo].contains(refusal.reason) ? 1 : 2
            )
        }
    }

    private static func hint(for reason: SteeringRefusal.Reason) -> CommandError.Hint {
        switch reason {
        case .nothingToUndo: .command("Go forward", "rewind redo FILE")
        case .nothingToRedo: .command("Go back", "rewind undo FILE")
        case .noState: .listActions
        case .busy: "Try again when the app is idle."
        case .unfinished, .other: .status
        case .late: "Try again; the clock may have been set."
        case .malformed: .sameVersion
        case .unknownType: .command("List the types that the app accepts", "rewind travel FILE status")
        case .payload: .command("Show the recorded payloads", "rewind log FILE --json")
        case .locked: .command("Unlock the state", "rewind travel FILE unlock")
        case .notLockable: "In the app, create the reducer with recorder.timeTravel(_:)."
        }
    }
}

extension CommandError.Hint {
    fileprivate static let withoutApp = command("Move in the session without the app", "rewind goto FILE end")
    fileprivate static let status = command("Show where the app is", "rewind travel FILE status")
    fileprivate static let sameVersion: Self = "Use the version of rewind that the app was built with."
}

#endif
