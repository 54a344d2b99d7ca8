#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// `rewind scrub`: removes secrets from the whole file.
struct ScrubCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrub",
        abstract: "Take values out of a session for good, and prove that nothing of them is left in the file.",
        usage: "rewind scrub <file> (<pointer> ... | --matching <pattern>) [--dry-run] [--json]",
        discussion: """
            The values at a POINTER are masked in every state, and the texts in them wherever else they are: in payloads, \
            errors, notes. Shorter texts than 4 bytes, and numbers of less than 8 digits, go at the POINTER only: exit \
            status 1 when such a value is left in other places, or a text in names. Equal values get equal masks, so \
            that changes still show.
            --matching masks whatever a regular expression matches. The file is written anew; copies of it elsewhere \
            are not touched.

              rewind scrub demo.rewind /user/email
              rewind scrub demo.rewind --matching "[a-z]+@example.com"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Values to remove", valueName: "pointer"))
    var pointers: [Deferred<Pointer>] = []

    @Option(help: ArgumentHelp("Regular expression; remove whatever matches it", valueName: "regex"))
    var matching: String?

    @Flag(help: "Only report what would be removed")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard pointers.isEmpty != (matching == nil) else { throw ValidationError.scrubTargets }
    }

    func run() throws {
        let target: SessionScrub.Target =
            if let matching { .pattern(matching) } else { .pointers(try pointers.map { try $0.value }) }
        let work = LongWork()
        let report: SessionScrub.Report
        do {
            report = try DryRun.change(session.url, isDry: dryRun) { url in
                try SessionScrub.run(url, target, progress: work.tellingOfSession)
            }
        } catch ScrubError.nothingThere(let pointer, let last) {
            let timeline = try session.timeline()
            throw try MissingPointer.error(for: pointer, at: last, in: timeline) { holder, _ in
                .neverAnything(pointer, seq: last, holder: holder)
            }
        }
        if dryRun { Output.note(.dryRun) }
        let told = ScrubReport(report, pointers: pointers.count)
        try output.print(told)
        guard told.isAnythingLeft else { return }
        Output.hint(Wording.scrubHint, file: session.file)
        throw ExitCode(1)
    }
}

/// The report of a scrub.
struct ScrubReport: Report {
    private let report: SessionScrub.Report
    private let pointers: Int

    init(_ report: SessionScrub.Report, pointers: Int) {
        self.report = report
        self.pointers = pointers
    }

    /// True if the session still holds parts of masked values.
    var isAnythingLeft: Bool { report.names + report.shortValuesLeft > 0 }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "masked": report.masked, "texts": report.texts, "unproved": report.unproved, "names": report.names,
            "short_values": report.shortValues, "short_values_left": report.shortValuesLeft,
            "actions": report.actions,
        ])
    }

    func lines(style: Style) -> [String] {
        var lines: [String] = []
        if pointers > 0 {
            let places = pointers == 1 ? "the pointer" : "\(pointers) pointers"
            lines.append("masked \(BriefText.count(report.masked, "value")) at \(places)")
        }
        if report.texts > 0 {
            let names = report.names > 0 ? " but \(report.names) in names of members or types" : ""
            let texts = BriefText.count(report.texts, "text")
            lines.append("took out \(texts), of which the file has nothing left\(names)")
        }
        if report.unproved > 0 {
            let are = report.unproved == 1 ? "is" : "are"
            lines.append("\(report.unproved) of them \(are) too short for that to be proved")
        }
        if report.shortValues > 0 {
            let left = report.shortValuesLeft
            let short = report.shortValues == 1 ? "1 value is" : "\(report.shortValues) values are"
            let rest = left == 0 ? "none of them stands alone" : "\(left) of them \(left == 1 ? "is" : "are") left"
            lines.append("\(short) too short to be looked for in all texts: \(rest) in other places")
        }
        return lines
    }
}

#endif
