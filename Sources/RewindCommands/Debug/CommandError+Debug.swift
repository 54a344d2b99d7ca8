import RewindTimeline

/// Errors in debugger input.
extension CommandError {
    /// There is no such verb; the hint names what does the same, or the most similar one.
    static func noSuchVerb(_ name: String) -> CommandError {
        CommandError(
            message: "No verb \(name).",
            hint: DebugVerb.replacements[name].map { "Use \($0.usage): \($0.meaning)." }
                ?? DebugVerb.nearest(to: name).map { "Did you mean \($0)?" } ?? "Try: help"
        )
    }

    /// `info` knows nothing of that name.
    static func noSuchInfo(_ name: String) -> CommandError {
        CommandError(message: "No info \(name).", hint: "Try: info breakpoints, info watches or info displays")
    }

    /// The text is not a number above 0.
    static func notANumber(_ text: String) -> CommandError {
        CommandError(message: "\"\(text)\" is not a positive number.", hint: "Use 1 or more.")
    }

    /// The verb needs an argument.
    static func missing(_ argument: String, of verb: DebugVerb) -> CommandError {
        CommandError(message: "\(verb.rawValue) needs \(argument).", hint: "Try: help \(verb.rawValue)")
    }

    /// The verb has no arguments.
    static func noArgument(of verb: DebugVerb) -> CommandError {
        CommandError(message: "\(verb.rawValue) takes no argument.", hint: "Try: help \(verb.rawValue)")
    }

    /// A test cannot be written to a file with this name.
    static func notATestFile(_ path: String) -> CommandError {
        CommandError(message: "\(path): a test is a Swift file.", hint: "Use a name that ends in .swift.")
    }

    /// There is no stop or display with that number.
    static func noSuchNumber(_ text: String) -> CommandError {
        CommandError(message: "No breakpoint, watch or display \(text).", hint: "Try: info")
    }

    /// No effect has such a name.
    static func noEffectNamed(_ glob: String) -> CommandError {
        CommandError(
            message: "No effect has the name \(glob).",
            hint: .command("List the effects", "rewind effects FILE"),
            status: 1
        )
    }

    /// There is no move to undo or redo.
    static func noMoreMoves(isUndo: Bool) -> CommandError {
        CommandError(
            message: isUndo ? "No move to undo." : "No move to redo.",
            hint: "To go from action to action, use back and step."
        )
    }
}

/// Texts of the debugger.
enum DebugText {
    /// No effect in the chain of causes.
    static func noEffect(at seq: Int) -> String { "No recorded effect dispatched action \(seq)." }

    static func neverEnds(_ effect: Int) -> String { "\(RecordedCause.effect(effect).reference) never ended." }

    static func hasEnded(_ effect: Int) -> String { "\(RecordedCause.effect(effect).reference) has ended here." }

    /// gdb's message, used at both ends.
    static let noMoreHistory = "No more reverse-execution history."
    static let shortState = "(print /POINTER prints a value, print \"\" the whole state)"
    static let nothingSet = "There are no breakpoints, watches or displays."
    static let interrupted = "Interrupted."
    static let wrapped = "search wrapped"

    /// Returns the message if no stop is in a direction; `other` runs the other way.
    static func noStop(_ direction: DebugSession.Direction, _ other: String) -> String {
        direction == .forward ? "No later stop. `\(other)` runs back." : "No earlier stop. `\(other)` runs forward."
    }

    /// Returns the last words of several completions, on one line.
    static func candidates(_ lines: [String]) -> String {
        lines.map { TerminalText.line($0.split(separator: " ").last.map(String.init) ?? $0) }.joined(separator: "  ")
    }
}
