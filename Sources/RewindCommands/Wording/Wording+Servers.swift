#if Fleet
import RewindFleet
#endif
import RewindInspector
import RewindListen
import RewindRemote
import RewindServer
import RewindTimeline

/// Hints after errors of running apps, servers, and databases.
extension Wording {
    static func hint(for code: Refusal.Code) -> CommandError.Hint {
        switch code {
        case .nothingToUndo: .redo
        case .nothingToRedo: .undo
        case .noState: .listActions
        case .busy: "Try again when the app is idle."
        case .unfinished, .other: .status
        case .late: "Try again; the clock may have been set."
        case .malformed, .otherVersion: .sameVersion
        case .unknownType: .command("List the types that the app accepts", "rewind travel FILE status")
        case .payload: .showPayloads
        case .locked: .command("Unlock the state", "rewind travel FILE unlock")
        case .notLockable: "In the app, create the reducer with recorder.travelingReducer(wrapping:)."
        case .notOpen: "In the app, call TimeTravel.open: try travel.open(actions: []) { store.dispatch($0) }"
        case .notRecorded: .command("Move in the session without the app", "rewind goto FILE end")
        case .noAnswer: "It may be suspended, or stopped at a breakpoint."
        case .tooLong: "Use a smaller payload, or dispatch it in the app."
        }
    }

    /// True if the request is right, but there is nothing to do.
    static func isNoAnswer(_ code: Refusal.Code) -> Bool {
        [.nothingToUndo, .nothingToRedo].contains(code)
    }

    static func hint(for error: InspectorError) -> CommandError.Hint {
        switch error {
        case .noSuchAction: "The file may have been replaced. Reload the page."
        case .noSuchState(_, let first, let last): "The session has states \(first) to \(last)."
        case .noSuchRequest, .badParameter: "See \"The inspector's API\" in the documentation."
        case .badPointer: pointerHint
        case .stateNotKnown(let seq, _):
            .command("Recover it, in a tool with the app's reducers", "rewind show FILE \(seq)")
        case .noReducer: .buildTool
        case .copiesTooLarge: "Open it with rewind inspect instead, which copies nothing."
        case .readOnlyCopy: "Open it with rewind inspect instead."
        case .notRerunYet: "Wait until it has."
        case .testTooLong: .command("Choose fewer, or write a file", "rewind export test FILE")
        }
    }

    static func hint(for error: SessionDocument.TooLarge) -> CommandError.Hint {
        error.fits.map { "Actions up to \($0) would fit." } ?? "Choose less."
    }

    static func hint(for error: ServerError) -> CommandError.Hint {
        switch error {
        case .portTaken: "Use another port, or 0 for a free one."
        case .noAddress: "Use one of its addresses, or 0.0.0.0 for all."
        case .unusableToken: "Remove it. A new one is then created."
        }
    }

    static func hint(for error: CollectError) -> CommandError.Hint {
        switch error {
        case .noKeys(let example):
            .command("Use a random one, which the app has, too", "export \(CollectKeys.variable)=app=\(example)")
        case .malformedKey:
            """
            A part is APP=KEY: a name of lowercase letters and digits, and at least 32 letters and digits. Both may \
            contain - and _.
            """
        case .spoolInUse: "Stop it, or use another folder."
        }
    }

    #if Fleet
    static func hint(for error: FleetError) -> CommandError.Hint? {
        switch error {
        case .noConnection: "Check the address and the server."
        case .connectionLost: "Run the command again. What was stored is there."
        case .notInitialized: .command("Create them", "rewind fleet init")
        case .newerVersion: "Use a newer version of rewind."
        case .olderVersion: .command("Update them", "rewind fleet init")
        case .notPermitted: "Use another role."
        case .conflict: "Run the command again."
        case .noSession: .command("List the sessions", "rewind fleet ls")
        case .ambiguousSession: "Name more digits, or the app, with --app."
        case .diskFull, .refused, .unfit, .notErased, .damagedSession: nil
        }
    }

    static func isNoAnswer(_ error: FleetError) -> Bool {
        if case .noSession = error { true } else { false }
    }
    #endif
}

extension CommandError.Hint {
    fileprivate static let status = command("Show where the app is", "rewind travel FILE status")
    fileprivate static let sameVersion: Self = "Use the version of rewind that the app was built with."
}
