import RewindReplay
import RewindTree

@testable import RewindCommands

extension WordingSample {
    static let replay: [WordingSample] = [
        WordingSample(
            CommandError.noReducer,
            "This tool does not know the app's reducers, without which nothing can be re-run.",
            hint: "Make your own tool of the library RewindCommands, with RegisteredApp(reducer:actions:)."
        ),
        WordingSample(
            CommandError.malformedChange(option: "--insert", "12"),
            "--insert cannot make anything of \"12\".",
            hint: "Write the REF and the action: 12:{\"type\":\"LoadingAction\",\"payload\":{\"isLoading\":true}}"
        ),
        WordingSample(
            CommandError.malformedChange(option: "--edit", "12"),
            "--edit cannot make anything of \"12\".",
            hint: "Write the REF and the payload: 12:{\"isLoading\":true}"
        ),
        WordingSample(
            CommandError.malformedChange(option: "--reorder", "12"),
            "--reorder cannot make anything of \"12\".",
            hint: "Write two REFs: 12:8 moves action 12 to right after action 8."
        ),
        WordingSample(
            ReplayError.ambiguousType("Add"),
            "Two of the registered action types are called Add.",
            hint: "Sessions tell types apart by their names without those of modules: rename one of them."
        ),
        WordingSample(
            ReplayError.unknownType("Add"),
            "No action type called Add is registered.",
            hint: "rewind log FILE shows the names; the app registers its types with RegisteredApp(reducer:actions:)."
        ),
        WordingSample(
            ReplayError.notAnAction(type: "Add", action: "Action"),
            "The reducer does not take actions of type Add: it takes Action.",
            hint: "Take it out of the types that are registered, or register another reducer."
        ),
        WordingSample(
            ReplayError.noFirstState,
            "The recording does not have the state before its first action.",
            hint: "A reducer that takes an optional state can begin without one."
        ),
        WordingSample(
            ReplayError.stateNotDecodable(
                seq: 3,
                failure(.otherKind(expected: "Int", found: "string"), isMasked: true)
            ),
            "The state at 3 is none of the app's: /a/0 should be Int, and is string, the mask of a secret.",
            hint: "rewind replay FILE --check tells what does not fit."
        ),
        WordingSample(
            ReplayError.actionNotDecodable(seq: 3, type: "Add", failure(.missing)),
            "The Add given for 3 does not decode: /a/0 is missing.",
            hint: "rewind log FILE --json shows payloads as they must be written."
        ),
        WordingSample(
            ReplayError.stateNotEncodable(seq: 3, type: "Add"),
            "The state that action 3, Add, leads to cannot be encoded.",
            hint: "Look at the encode(to:) of the state's types."
        ),
        WordingSample(
            ReplayError.effectDoesNotFit(seq: 3, type: "Add"),
            "Action 3, Add, cannot be re-run, and its recorded effect does not fit the new state.",
            hint: "Leave it out, too: --skip 3"
        ),
        WordingSample(
            ReplayError.contradiction(seq: 3),
            "The changes contradict each other about action 3.",
            hint: "Skip, edit or move an action once, and move none to after itself."
        ),
        WordingSample(
            ReplayError.notOnTheWay(seq: 3, end: 9),
            "Action 3 is not on the branch that is re-run, which ends at 9.",
            hint: "rewind goto FILE 3 moves the cursor to its branch."
        ),
        WordingSample(
            ReplayError.notAnActionAt(seq: 0),
            "There is no action to change at 0: that is the first state.",
            hint: "--insert puts an action after it."
        ),
        WordingSample(
            ReplayError.noActions(from: 5, to: 5),
            "No action leads from the state at 5 to the one at 5.",
            hint: "Name an earlier state with --from."
        ),
        WordingSample(
            ReplayError.effectNotKnown(seq: 7, type: "Add"),
            "Action 7, Add, cannot be re-run, and nobody knows what it changed.",
            hint: "Begin after it with --from, or end before it with --to."
        ),
        WordingSample(
            ReplayError.stateNotKnown(seq: 7, lastKnown: 5),
            "No test can begin at 7: the recording does not have the state there.",
            hint: "Begin at 5, the last known state before: --from 5"
        ),
        WordingSample(
            ReplayError.noStateToDispatchAt(seq: 9, lastKnown: 5),
            "Nothing can be dispatched at 9: nobody knows the state there.",
            hint: "Dispatch at 5, the last known state before: --at 5"
        ),
        WordingSample(
            CommandError.dispatchedWhileRecording(path: "a.rewind", command: "rewind travel FILE dispatch '{}'"),
            "a.rewind is being recorded: its app is the one to dispatch something.",
            hint: "rewind travel FILE dispatch '{}' has the app do that, if it has opened its travel."
        ),
        WordingSample(
            ReplayError.unreachableType("Home.Action"),
            "Home.Action is private: a test in another file cannot name it.",
            hint: "Make the type internal, or register another one."
        ),
        WordingSample(
            CommandError.noReducerName,
            "This tool does not know what your source code calls the app's reducer.",
            hint: "Name it: --reducer appReducer"
        ),
        WordingSample(
            CommandError.nothingBetween(from: 5, to: 5),
            "There is no action after 5 up to 5.",
            hint: "--from is the state before the first action, --to the last action: rewind log FILE lists them."
        ),
        WordingSample(
            CommandError.pageTooLarge(limit: 900_000, from: 3, fits: 12, output: "a b.html"),
            "The page would have more than 900000 bytes.",
            hint: "It has room for the actions up to 12: rewind export FILE --format html --from 3 --to 12 "
                + "--bytes 900000 --output 'a b.html'"
        ),
        WordingSample(
            CommandError.pageTooLarge(limit: 900_000, from: 3, fits: nil, output: "a.html"),
            "The page would have more than 900000 bytes with its first action alone.",
            hint: "Give it more room: rewind export FILE --format html --from 3 --to 4 --bytes 9000000 --output a.html"
        ),
    ]

    private static func failure(_ reason: DecodingFailure.Reason, isMasked: Bool = false) -> DecodingFailure {
        DecodingFailure(at: ["a", "0"], reason, isMasked: isMasked)
    }

    static let replayCases: Set = [
        "noReducer", "malformedChange", "ambiguousType", "unknownType", "notAnAction", "noFirstState",
        "stateNotDecodable", "actionNotDecodable", "stateNotEncodable", "effectDoesNotFit", "contradiction",
        "notOnTheWay", "notAnActionAt", "noActions", "effectNotKnown", "stateNotKnown", "noStateToDispatchAt",
        "unreachableType", "dispatchedWhileRecording",
        "noReducerName", "nothingBetween", "pageTooLarge",
    ]

    static func name(of error: ReplayError) -> String {
        switch error {
        case .ambiguousType: "ambiguousType"
        case .unknownType: "unknownType"
        case .notAnAction: "notAnAction"
        case .noFirstState: "noFirstState"
        case .stateNotDecodable: "stateNotDecodable"
        case .actionNotDecodable: "actionNotDecodable"
        case .stateNotEncodable: "stateNotEncodable"
        case .effectDoesNotFit: "effectDoesNotFit"
        case .contradiction: "contradiction"
        case .notOnTheWay: "notOnTheWay"
        case .notAnActionAt: "notAnActionAt"
        case .noActions: "noActions"
        case .effectNotKnown: "effectNotKnown"
        case .stateNotKnown: "stateNotKnown"
        case .noStateToDispatchAt: "noStateToDispatchAt"
        case .unreachableType: "unreachableType"
        }
    }
}
