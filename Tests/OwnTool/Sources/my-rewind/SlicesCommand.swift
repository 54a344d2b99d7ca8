import ArgumentParser
import Foundation
import RewindAnswers
import RewindCommands

/// `my-rewind slices`: counts the actions that changed each slice.
struct SlicesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "slices",
        abstract: "Tell how many actions changed each part of the state."
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("Only types that match, with * and ?.", valueName: "glob"))
    var type: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = try session.open()
        let types = type.map { [$0] } ?? []
        if let type, try session.answer(Log(types: types, limit: 1)).actions.isEmpty { throw NoAction(type: type) }
        for name in ["count", "note"] {
            let actions = try session.answer(Log(types: types, touching: "/\(name)")).actions
            let last = try session.value(at: session.lastSeq, "/\(name)")
            try output.print(Slice(name: name, actions: actions.count, last: last))
        }
    }
}

private struct Slice: CommandReport {
    let name: String
    let actions: Int
    let last: RecordedValue?

    func lines(style: TextStyle) -> [String] {
        ["\(actions)  \(style.name(name))  \(style.faint(last.map { "\($0) at the end" } ?? "nothing at the end"))"]
    }
}

private struct NoAction: LocalizedError {
    let type: String

    var errorDescription: String? { "No action has a type like \"\(type)\"." }
    var recoverySuggestion: String? { "rewind log FILE lists the actions." }
}
