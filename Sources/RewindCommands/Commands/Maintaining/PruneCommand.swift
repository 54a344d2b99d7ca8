import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// `rewind prune`: deletes the oldest actions.
struct PruneCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete the oldest actions.",
        usage: """
            rewind prune [<file>] (--actions <count> | --bytes <count> |
                         --age <duration>) [--dry-run]
            """,
        discussion: """
            A session starts at a snapshot, so up to 256 more actions are kept than --actions and --age ask for. \
            --dry-run with them does not report the new size.

              rewind prune demo.rewind --actions 1000
              rewind prune demo.rewind --bytes 1000000 --dry-run
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("Number of actions to keep", valueName: "count"))
    var actions: CountArgument?

    @Option(help: ArgumentHelp("Maximum size of the file, in bytes", valueName: "count"))
    var bytes: CountArgument?

    @Option(help: ArgumentHelp("Maximum age of actions, such as 90s, 30m, 12h or 7d", valueName: "duration"))
    var age: LazyArgument<WrittenDuration>?

    @Flag(help: "Only report what would be deleted")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [actions != nil, bytes != nil, age != nil].filter({ $0 }).count == 1 else {
            throw ValidationError.pruningBounds
        }
        _ = try age?.value
    }

    func run() throws {
        let retention = Retention(
            maxActions: try actions?.number(for: "--actions"),
            maxBytes: try bytes?.number(for: "--bytes"),
            maxAge: try age?.value.microseconds
        )
        let now = Date().microseconds
        let work = ProgressReporter()
        let report =
            dryRun && retention.maxBytes == nil
            ? try SessionPruning.plan(for: session.url, keeping: retention, now: now)
            : try DryRun.change(session.url, isDry: dryRun) { url in
                try SessionPruning.prune(url, keeping: retention, now: now, progress: work.sessionHandler)
            }
        try output.print(PruneReport(report: report, isDry: dryRun))
        if let limit = retention.maxBytes, let bytes = report.bytesAfter, bytes > limit {
            Output.note(.boundNotMet(bytes: bytes, limit: limit))
        }
    }
}

private struct PruneReport: CommandReport {
    let report: SessionPruning.Report
    let isDry: Bool

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "pruned": report.actions, "first": report.first, "bytes": report.bytesAfter,
            "bytes_before": report.bytesBefore, "bookmarks": report.bookmarks, "dry_run": isDry ? true : nil,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        guard report.actions > 0 else {
            return ["nothing to prune: up to 256 actions more than asked for are kept"]
        }
        let actions = BriefText.count(report.actions, "action")
        let sizes = report.bytesAfter.map { ": \($0) bytes instead of \(report.bytesBefore)" } ?? ""
        let names = report.bookmarks.map { ":\($0)" }.joined(separator: ", ")
        let marks =
            report.bookmarks.isEmpty
            ? [] : [style.warning("\(isDry ? "would delete" : "deleted") the bookmarks on them: \(names)")]
        return ["\(isDry ? "would prune" : "pruned") \(actions), up to \(report.first)\(sizes)"] + marks
    }
}
