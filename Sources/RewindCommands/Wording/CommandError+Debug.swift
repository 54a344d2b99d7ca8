#if os(macOS) || os(Linux)

/// Errors in debugger input.
extension CommandError {
    /// There is no such verb; `nearest` is the most similar one.
    static func noSuchVerb(_ name: String, nearest: String?) -> CommandError {
        CommandError(
            message: "There is no verb \(name).",
            hint: nearest.map { "Did you mean \($0)?" } ?? "help lists the verbs."
        )
    }

    /// The text is not a number above 0.
    static func notANumber(_ text: String) -> CommandError {
        CommandError(message: "\"\(text)\" is no number above 0.", hint: verbHint)
    }

    /// The verb needs an argument.
    static func missing(_ what: String) -> CommandError {
        CommandError(message: "It needs \(what).", hint: verbHint)
    }

    /// There is no stop or display with that number.
    static func noSuchNumber(_ text: String) -> CommandError {
        CommandError(message: "There is nothing with number \(text).", hint: "info lists what there is.")
    }

    /// There is no move to undo or redo.
    static func noMoreMoves(isUndo: Bool) -> CommandError {
        CommandError(
            message: isUndo ? "There is no move to take back." : "There is no move to make again.",
            hint: "back and step go along the actions."
        )
    }

    /// The text does not occur in that direction.
    static func notFound(_ text: String, isReverse: Bool) -> CommandError {
        CommandError(
            message: "\"\(text)\" occurs in no action \(isReverse ? "before" : "after") this one.",
            hint: isReverse ? "search looks forward." : "reverse-search looks back."
        )
    }

    private static let verbHint = "help VERB tells what may stand behind it."
}

/// Texts of the debugger.
enum DebugText {
    /// gdb's message, used at both ends.
    static let noMoreHistory = "No more reverse-execution history."
    static let nothingSet = "There are no breakpoints, watches, displays and checkpoints."
    static let goesOn = "Enter goes on."
    static let interrupted = "Interrupted; you are where you were."
}

#endif
