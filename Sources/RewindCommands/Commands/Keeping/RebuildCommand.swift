#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindUpkeep

/// `rewind rebuild`: the index, made again.
struct RebuildCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the index again from the recording.",
        discussion: """
            The index says which actions touched a pointer. Nothing else is changed.

              rewind rebuild demo.rewind
              rewind rebuild demo.rewind --json
            """
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let work = LongWork()
        let report = try IndexRebuilding.run(session.url, progress: work.tellingOfSession)
        work.end()
        try output.print(RebuildReport(actions: report.actions, pointers: report.pointers, changes: report.changes))
    }
}

private struct RebuildReport: Report {
    let actions, pointers, changes: Int

    func lines(style: Style) -> [String] {
        let changes = BriefText.count(changes, "change")
        return ["index made again: \(changes) of \(BriefText.count(pointers, "pointer"))"]
    }
}

#endif
