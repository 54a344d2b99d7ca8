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
        abstract: "Remove values from a session permanently.",
        usage: "rewind scrub [<file>] (<pointer> ... | --matching <regex>) [--dry-run]",
        discussion: """
            Masks the value at each POINTER in all states, and the texts in it wherever else they are: in payloads, \
            errors and notes. Equal values get equal masks, so that changes still show. Then checks that no text is \
            left in the file; copies of the file are not changed.

            Texts under 4 bytes, and numbers under 8 digits, are only masked at the POINTER. Exit status 1 if such a \
            value, or a text in a name, is left elsewhere.

              rewind scrub demo.rewind /user/email
              rewind scrub demo.rewind --matching "[a-z]+@example.com"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Values to remove", valueName: "pointer"))
    var pointers: [LazyArgument<Pointer>] = []

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
        let work = ProgressReporter()
        let report: SessionScrub.Report
        do {
            report = try DryRun.change(session.url, isDry: dryRun) { url in
                try SessionScrub.run(url, target, progress: work.sessionHandler)
            }
        } catch ScrubError.nothingThere(let pointer, let last) {
            let timeline = try session.timeline()
            throw try MissingPointer.error(for: pointer, at: last, in: timeline) { holder, _ in
                .neverAnything(pointer, seq: last, holder: holder)
            }
        }
        if dryRun { Output.note(.dryRun) }
        let answer = ScrubReport(report, pointers: pointers.count, isDry: dryRun)
        try output.print(answer)
        guard answer.isAnythingLeft else { return }
        Output.hint(Wording.scrubHint, file: session.file)
        throw ExitCode(1)
    }
}

/// The report of a scrub.
struct ScrubReport: Report {
    private let report: SessionScrub.Report
    private let pointers: Int
    private let isDry: Bool

    init(_ report: SessionScrub.Report, pointers: Int, isDry: Bool = false) {
        (self.report, self.pointers, self.isDry) = (report, pointers, isDry)
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
        let would = isDry ? "would " : ""
        if pointers > 0 {
            let places = pointers == 1 ? "the pointer" : "\(pointers) pointers"
            lines.append("\(would)\(isDry ? "mask" : "masked") \(BriefText.count(report.masked, "value")) at \(places)")
        }
        if report.texts > 0 {
            let names = report.names > 0 ? ", except \(report.names) in names of members or types" : ""
            let texts = BriefText.count(report.texts, "text")
            lines.append("\(would)\(isDry ? "remove" : "removed") \(texts) from the whole file\(names)")
        }
        if report.unproved > 0 {
            lines.append("\(report.unproved) of them too short to verify")
        }
        if report.shortValues > 0 {
            let left = report.shortValuesLeft
            let values = BriefText.count(report.shortValues, "short value")
            lines.append("\(values) not searched for elsewhere: \(left == 0 ? "none" : "\(left)") left in other places")
        }
        return lines
    }
}

#endif
