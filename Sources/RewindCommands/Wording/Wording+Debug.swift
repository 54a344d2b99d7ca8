#if os(macOS) || os(Linux)

/// What can be wrong with what the debugger was told.
enum DebugError: Error, Equatable {
    /// There is no such verb; `nearest` is the one that was probably meant.
    case noSuchVerb(String, nearest: String?)
    /// The text is no number above 0.
    case notANumber(String)
    /// The verb needs something behind it.
    case missing(String)
    /// There are more REFs than the verb takes.
    case tooManyPoints(most: Int)
    /// There is no stop or display with that number.
    case noSuchNumber(String)
    /// There is nothing to take back, or to make again.
    case noMoreMoves(isUndo: Bool)
    /// The text occurs no more in that direction.
    case notFound(String, isReverse: Bool)
}

extension Wording {
    /// The words for `error`.
    static func failure(of error: DebugError) -> Failure {
        switch error {
        case .noSuchVerb(let name, let nearest):
            Failure(
                message: "There is no verb \(name).",
                hint: nearest.map { "Did you mean \($0)?" } ?? "help lists the verbs."
            )
        case .notANumber(let text):
            Failure(message: "\"\(text)\" is no number above 0.", hint: "help VERB tells what may stand behind it.")
        case .missing(let what):
            Failure(message: "It needs \(what).", hint: "help VERB tells what may stand behind it.")
        case .tooManyPoints(let most):
            Failure(
                message: "That is more than \(BriefText.count(most, "REF")).",
                hint: "help VERB tells what may stand behind it."
            )
        case .noSuchNumber(let text):
            Failure(message: "There is nothing with number \(text).", hint: "info lists what there is.")
        case .noMoreMoves(let isUndo):
            Failure(
                message: isUndo ? "There is no move to take back." : "There is no move to make again.",
                hint: "back and step go along the actions."
            )
        case .notFound(let text, let isReverse):
            Failure(
                message: "\"\(text)\" occurs in no action \(isReverse ? "before" : "after") this one.",
                hint: isReverse ? "search looks forward." : "reverse-search looks back."
            )
        }
    }
}

/// What the debugger says.
enum DebugText {
    /// In gdb's words, at both ends.
    static let noMoreHistory = "No more reverse-execution history."
    static let nothingSet = "There are no breakpoints, watches, displays and checkpoints."
    static let goesOn = "Enter goes on."
    static let interrupted = "Interrupted; you are where you were."
}

#endif
