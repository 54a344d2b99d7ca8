import ArgumentParser
import RewindCommands
import RewindTimeline

/// `my-rewind slices`: what the actions of a session were about.
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
        for name in ["count", "note"] {
            let actions = try session.actions(types: type, changing: "/\(name)")
            let last = try session.value(at: session.last, "/\(name)")
            try output.print(Slice(name: name, actions: actions.count, last: last))
        }
    }
}

private struct Slice: Report {
    let name: String
    let actions: Int
    let last: RecordedValue?

    func lines(style: Style) -> [String] {
        let end = last.map { ", and is \($0) at the end" } ?? ""
        return ["\(style.name(name)): changed by \(actions) actions\(style.faint(end))"]
    }
}
