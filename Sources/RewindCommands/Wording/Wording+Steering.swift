#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline

extension Wording {
    /// Returns the message for a failed request to a running app.
    static func failure(of error: SteeringError) -> CommandError {
        switch error {
        case .notOpen(let path):
            CommandError(
                message: "The app that records \(path) has not opened its travel to others.",
                hint: "The app does that with TimeTravel.open: try travel.open(actions: []) { store.dispatch($0) }"
            )
        case .gone(let path):
            CommandError(
                message: "The app that recorded \(path) has ended, without closing its recording.",
                hint: "rewind goto FILE end goes through the session without the app."
            )
        case .nobodyRecords(let path):
            CommandError(
                message: "No app is recording \(path).",
                hint: "rewind goto FILE end goes through the session without the app."
            )
        case .noAnswer(let seconds, isTaken: false):
            CommandError(
                message: "The app did not answer within \(BriefText.count(seconds, "second")), and will not do it.",
                hint: "It may be suspended, or at a breakpoint; --timeout 10 gives it more time."
            )
        case .noAnswer(let seconds, isTaken: true):
            CommandError(
                message: "The app did not answer within \(BriefText.count(seconds, "second")), and may still do it.",
                hint: whereItIs
            )
        case .otherVersion(let version):
            CommandError(
                message: "The app is told to travel in another way, that of version \(version).",
                hint: "Use a rewind of the version that the app has."
            )
        case .tooLong(let bytes, let limit):
            CommandError(
                message: "The action has \(bytes) bytes, and an app takes \(limit).",
                hint: "Leave out of its payload what can be left out, or dispatch it in the app."
            )
        case .refused(let refusal):
            CommandError(
                message: refusal.text,
                hint: hint(for: refusal.reason),
                status: [.nothingToUndo, .nothingToRedo].contains(refusal.reason) ? 1 : 2
            )
        }
    }

    private static let whereItIs = "rewind travel FILE status tells where the app is."

    private static func hint(for reason: SteeringRefusal.Reason) -> String {
        switch reason {
        case .nothingToUndo: "rewind travel FILE redo goes forward."
        case .nothingToRedo: "rewind travel FILE undo goes back."
        case .noState: "rewind log FILE lists the actions."
        case .busy: "Try again; --timeout 10 gives the app's thread more time."
        case .unfinished, .other: whereItIs
        case .late: "Try again; the clock may have been set."
        case .malformed: "Use a rewind of the version that the app has."
        case .unknownType: "rewind travel FILE status lists the types that the app has opened."
        case .payload: "rewind log FILE --json shows what recorded actions have in them."
        case .locked: "rewind travel FILE unlock lets it be changed."
        case .notLockable: "The app makes its reducer with recorder.timeTravel(_:)."
        }
    }
}

#endif
