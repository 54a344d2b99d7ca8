import RewindSession

@testable import RewindCommands

/// Why a running app cannot be told what to do, or did not do it.
extension WordingSample {
    static let steeringCases = Set(
        ["notOpen", "gone", "nobodyRecords", "noAnswer", "otherVersion", "tooLong", "refused"].map { "steering." + $0 }
    )

    static func name(of error: SteeringError) -> String {
        switch error {
        case .notOpen: "notOpen"
        case .gone: "gone"
        case .nobodyRecords: "nobodyRecords"
        case .noAnswer: "noAnswer"
        case .otherVersion: "otherVersion"
        case .tooLong: "tooLong"
        case .refused: "refused"
        }
    }

    static let steering: [WordingSample] = [
        WordingSample(
            SteeringError.notOpen(path: "a.rewind"),
            "The app that records a.rewind has not opened its travel to others.",
            hint: "The app does that with TimeTravel.open: try travel.open(actions: []) { store.dispatch($0) }"
        ),
        WordingSample(
            SteeringError.gone(path: "a.rewind"),
            "The app that recorded a.rewind has ended, without closing its recording.",
            hint: withoutApp
        ),
        WordingSample(
            SteeringError.nobodyRecords(path: "a.rewind"),
            "No app is recording a.rewind.",
            hint: withoutApp
        ),
        WordingSample(
            SteeringError.noAnswer(seconds: 2, isTaken: false),
            "The app did not answer within 2 seconds, and will not do it.",
            hint: "It may be suspended, or at a breakpoint; --timeout 10 gives it more time."
        ),
        WordingSample(
            SteeringError.noAnswer(seconds: 0.5, isTaken: true),
            "The app did not answer within 0.5 seconds, and may still do it.",
            hint: whereItIs
        ),
        WordingSample(
            SteeringError.otherVersion(2),
            "The app is told to travel in another way, that of version 2.",
            hint: otherVersion
        ),
        WordingSample(
            SteeringError.tooLong(bytes: 2_000_000, limit: 1_048_576),
            "The action has 2000000 bytes, and an app takes 1048576.",
            hint: "Leave out of its payload what can be left out, or dispatch it in the app."
        ),
        refused(.nothingToUndo, hint: "rewind travel FILE redo goes forward.", status: 1),
        refused(.nothingToRedo, hint: "rewind travel FILE undo goes back.", status: 1),
        refused(.noState, hint: "rewind log FILE lists the actions."),
        refused(.busy, hint: "Try again; --timeout 10 gives the app's thread more time."),
        refused(.unfinished, hint: whereItIs),
        refused(.late, hint: "Try again; the clock may have been set."),
        refused(.malformed, hint: otherVersion),
        refused(.unknownType, hint: "rewind travel FILE status lists the types that the app has opened."),
        refused(.payload, hint: "rewind log FILE --json shows what recorded actions have in them."),
        refused(.locked, hint: "rewind travel FILE unlock lets it be changed."),
        refused(.notLockable, hint: "The app makes its reducer with recorder.timeTravel(_:)."),
        refused(.other, hint: whereItIs),
        WordingSample(
            CommandError.malformedAction("{"),
            "\"{\" is no action.",
            hint: "Write its type and payload: {\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}"
        ),
    ]

    private static func refused(_ reason: SteeringRefusal.Reason, hint: String, status: Int32 = 2) -> WordingSample {
        WordingSample(
            SteeringError.refused(SteeringRefusal(reason, "The app says why.")),
            "The app says why.",
            hint: hint,
            status: status
        )
    }

    private static let withoutApp = "rewind goto FILE end goes through the session without the app."
    private static let whereItIs = "rewind travel FILE status tells where the app is."
    private static let otherVersion = "Use a rewind of the version that the app has."
}
