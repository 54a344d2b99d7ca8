import ArgumentParser
import Foundation
import RewindSession
import RewindTree

/// `rewind rebuild`: the index, made again.
struct RebuildCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make the index again from the recording.",
        discussion: "The index says which actions touched a pointer. Nothing else is changed."
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let work = LongWork()
        let report = try IndexRebuilding.run(session.url, step: work.tellingOfSession)
        work.end()
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("actions", .integer(Int64(report.actions))),
                    ("pointers", .integer(Int64(report.pointers))),
                    ("changes", .integer(Int64(report.changes))),
                ]).text
            )
            return
        }
        let changes = BriefText.count(report.changes, "change")
        Output.line("index made again: \(changes) of \(BriefText.count(report.pointers, "pointer"))")
    }
}
