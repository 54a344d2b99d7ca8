import Replay
import StateTree

/// What is said when the app's code ends the process; around the number of the action.
enum TrapText {
    static func whileReducing(_ type: String?, isReproduced: Bool) -> TrapWatch.Sentence {
        let name = type.map(TerminalText.line) ?? "?"
        return TrapWatch.Sentence(
            before: "The reducer trapped at action ",
            after: isReproduced
                ? ", \(name), during which the recorded app ended: its crash is reproduced.\n" : ", \(name).\n"
        )
    }

    static func whileDecoding(_ type: String?) -> TrapWatch.Sentence {
        guard let type else {
            return TrapWatch.Sentence(before: "The app trapped while it decoded the state at ", after: ".\n")
        }
        let name = TerminalText.line(type)
        return TrapWatch.Sentence(before: "The app trapped while it decoded action ", after: ", \(name).\n")
    }

    static func json(_ type: String?, isReproduced: Bool) -> TrapWatch.Sentence {
        let name = type.map(Tree.string) ?? .null
        return TrapWatch.Sentence(
            before: "{\"verdict\":\"trapped\",\"seq\":",
            after: ",\"type\":\(name.text),\"reproduced\":\(isReproduced)}\n"
        )
    }
}
