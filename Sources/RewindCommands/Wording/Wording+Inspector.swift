#if os(macOS) || os(Linux)

import RewindInspector

/// The messages for failed requests to the inspector.
extension Wording {
    static func failure(of error: SessionDocument.TooLarge) -> CommandError {
        CommandError(
            message: "The page exceeds \(BriefText.count(error.limit, "byte")).",
            hint: error.fits.map { "Actions up to \($0) would fit." } ?? "Choose less."
        )
    }

    static func failure(of error: InspectorError) -> CommandError {
        switch error {
        case .noSuchAction(let seq):
            CommandError(
                message: "No action \(seq).",
                hint: "The file may have been replaced. Reload the page."
            )
        case .noSuchState(let seq, let first, let last):
            CommandError(
                message: "No state at \(seq).",
                hint: "The session has states \(first) to \(last)."
            )
        case .noSuchRequest:
            CommandError(message: "No such request.", hint: "See \"The inspector's API\" in the documentation.")
        case .badParameter(let name):
            CommandError(
                message: "\(name) is missing or invalid.",
                hint: "See \"The inspector's API\" in the documentation."
            )
        case .stateNotKnown(let seq, let action):
            CommandError(
                message: "The state at \(seq) is unknown: the effect of action \(action) was not saved.",
                hint: .command("Recover it, in a tool with the app's reducers", "rewind show FILE \(seq)")
            )
        case .noReducer:
            .noReducer
        case .copiesTooLarge(let limit):
            CommandError(
                message: "The files on this page exceed \(BriefText.count(limit, "byte")).",
                hint: "Open it with rewind inspect instead, which copies nothing."
            )
        case .readOnlyCopy:
            CommandError(
                message: "The page shows a copy of this session, which cannot be changed.",
                hint: "Open it with rewind inspect instead."
            )
        case .notRerunYet(let seq):
            CommandError(message: "The re-run has not reached action \(seq).", hint: "Wait until it has.")
        case .testTooLong(let most):
            CommandError(
                message: "A test may have at most \(most) actions here.",
                hint: .command("Choose fewer, or write a file", "rewind export FILE --format test")
            )
        case .badPointer: CommandError(message: "The JSON Pointer is malformed.", hint: pointerHint)
        }
    }
}

#endif
