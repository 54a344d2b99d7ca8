import RewindReplay
import RewindTree

/// The messages when the app's code traps; the number of the action goes between `before` and `after`.
enum TrapText {
    static func whileReducing(_ type: String?, isReproduced: Bool) -> TrapWatch.Sentence {
        let name = type.map(TerminalText.line) ?? "?"
        return TrapWatch.Sentence(
            before: "The reducer trapped at action ",
            after: isReproduced
                ? ", \(name). The recorded app ended during it, so this reproduces its crash.\n" : ", \(name).\n"
        )
    }

    static func whileDecoding(_ type: String?) -> TrapWatch.Sentence {
        guard let type else {
            return TrapWatch.Sentence(before: "The app trapped while decoding the state at ", after: ".\n")
        }
        let name = TerminalText.line(type)
        return TrapWatch.Sentence(before: "The app trapped while decoding action ", after: ", \(name).\n")
    }

    /// The message while a state is recovered; `lastKnown` is the seq of the last known state before it.
    static func whileRecovering(_ type: String?, file: String, lastKnown: Int) -> TrapWatch.Sentence {
        let hint = "Hint: Show the last recorded state:\n  rewind show \(file) \(lastKnown)\n"
        guard let type else {
            let before = "Error: The app trapped while decoding the state at "
            return TrapWatch.Sentence(before: before, after: ".\n" + hint)
        }
        return TrapWatch.Sentence(
            before: "Error: Cannot recover the state: the reducer trapped at action ",
            after: ", \(TerminalText.line(type)).\n" + hint
        )
    }

    /// The message while a new action is dispatched.
    static func whileDispatching(_ type: String?) -> TrapWatch.Sentence {
        TrapWatch.Sentence(
            before: "Error: The app trapped at action ",
            after: ", \(type.map(TerminalText.line) ?? "?"); nothing was written.\n"
                + "Hint: Dispatch it at another state with --at, or run the reducer in a debugger.\n"
        )
    }

    static func json(_ type: String?, isReproduced: Bool) -> TrapWatch.Sentence {
        let name = type.map(Tree.string) ?? .null
        return TrapWatch.Sentence(
            before: "{\"verdict\":\"trapped\",\"seq\":",
            after: ",\"type\":\(name.text),\"reproduced\":\(isReproduced)}\n"
        )
    }
}
