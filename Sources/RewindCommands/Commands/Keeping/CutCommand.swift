import ArgumentParser
import RewindTimeline
import RewindUpkeep

/// `rewind cut`: a session that is a part of one.
struct CutCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Write a part of a session as a session.",
        discussion: """
            Actions keep their numbers, and the bookmarks on them come along. The part begins with the state before its \
            first action; the session itself stays as it is.

              rewind cut demo.rewind --from 60 --to 70 --output part.rewind
              rewind cut demo.rewind --from @ArticleDetailErrorAction -o end.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("REF: the first action. That after the start by default.", valueName: "ref"))
    var from: Deferred<Reference>?

    @Option(help: ArgumentHelp("REF: the last action. The end by default.", valueName: "ref"))
    var to: Deferred<Reference>?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to make.", valueName: "file")
    )
    var target: NewFile

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try target.validate()
    }

    func run() throws {
        let timeline = try session.timeline()
        let (first, last) = (try timeline.seq(from ?? .start), try timeline.seq(to ?? .end))
        let work = LongWork()
        let report = try SessionCut.run(
            timeline,
            // No action leads to the first state.
            from: max(first, timeline.first + 1),
            to: last,
            to: target.url,
            progress: work.tellingOfSession
        )
        work.end()
        try output.print(CutReport(report: report, target: target))
    }
}

private struct CutReport: Report {
    let report: SessionCut.Report
    let target: NewFile

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "output": target.absolutePath, "actions": report.actions, "bookmarks": report.bookmarks,
            "bytes": report.bytes,
        ])
    }

    func lines(style: Style) -> [String] {
        let marks = report.bookmarks > 0 ? ", \(BriefText.count(report.bookmarks, "bookmark"))" : ""
        return ["\(target.path): \(BriefText.count(report.actions, "action"))\(marks), \(report.bytes) bytes"]
    }
}
