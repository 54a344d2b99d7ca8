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
        let reason = type.map { "Cannot recover the state: the reducer trapped at action \(number), \($0)." }
        return sentence(
            CommandError(
                message: reason ?? "The app trapped while decoding the state at \(number).",
                hint: .command("Show the last recorded state", "rewind show \(file) \(lastKnown)")
            )
        )
    }

    /// The message while a new action is dispatched.
    static func whileDispatching(_ type: String?) -> TrapWatch.Sentence {
        sentence(
            CommandError(
                message: "The app trapped at action \(number), \(type ?? "?"); nothing was written.",
                hint: "Dispatch it at another state with --at, or run the reducer in a debugger."
            )
        )
    }

    /// Stands for the number of the action.
    private static let number = "<SEQ>"

    private static func sentence(_ error: CommandError) -> TrapWatch.Sentence {
        let parts = (error.text() + "\n").split(separator: number, maxSplits: 1).map(String.init)
        return TrapWatch.Sentence(before: parts[0], after: parts[1])
    }

    static func json(_ type: String?, isReproduced: Bool) -> TrapWatch.Sentence {
        let name = type.map(Tree.string) ?? .null
        return TrapWatch.Sentence(
            before: "{\"verdict\":\"trapped\",\"seq\":",
            after: ",\"type\":\(name.text),\"reproduced\":\(isReproduced)}\n"
        )
    }
}
