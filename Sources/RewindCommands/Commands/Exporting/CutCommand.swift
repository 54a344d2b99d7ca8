import ArgumentParser
import RewindTimeline
import RewindUpkeep

/// `rewind cut`: writes a part of a session as a session.
struct CutCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Copy a range of actions to a new session.",
        usage: "rewind cut [<file>] [<from>..<to>] --output <file> [--force]",
        discussion: """
            Actions keep their numbers and bookmarks. The new session starts with the state before its first action.

              rewind cut demo.rewind 60..70 --output part.rewind
              rewind cut demo.rewind :error~10s.. -o end.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var range: RangeArgument

    @OptionGroup var newFile: RequiredNewFileOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try range.add(session.passOn())
    }

    func run() throws {
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: range.value)
        let work = ProgressReporter()
        let report = try newFile.target.make(from: session.url, overwrites: newFile.force) { url in
            try SessionCut.run(
                timeline,
                from: actions.lowerBound,
                to: actions.upperBound,
                to: url,
                progress: work.sessionHandler
            )
        }
        try output.print(CutReport(report: report, target: newFile.target))
    }
}

private struct CutReport: CommandReport {
    let report: SessionCut.Report
    let target: NewFile

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "file": target.path, "actions": report.actions, "bookmarks": report.bookmarks,
            "bytes": report.bytes,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        let marks = report.bookmarks > 0 ? ", \(BriefText.count(report.bookmarks, "bookmark"))" : ""
        return ["\(target.path): \(BriefText.count(report.actions, "action"))\(marks), \(report.bytes) bytes"]
    }
}
