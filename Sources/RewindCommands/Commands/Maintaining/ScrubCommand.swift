import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// `rewind scrub`: removes secrets from the whole file.
struct ScrubCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrub",
        abstract: "Remove values from a session permanently.",
        usage: """
            rewind scrub [<file>] [<pointer> ...] [--key <name>] ... [--matching <regex>]
                         [--dry-run | --output <file> [--force]]
            """,
        discussion: """
            Masks the value at each POINTER in all states, and the texts in it wherever else they are: in payloads, \
            errors and notes. In a POINTER, * stands for any member or element; --key masks members with a name \
            anywhere, also in payloads. Equal values get equal masks, so that changes still show. Then checks that no \
            text is left in the file; copies of the file are not changed. With --output, the session is not changed either.

            Texts under 4 bytes, and numbers under 8 digits, are only masked in their place. Exit status 1 if such a \
            value, or a text in a name, is left elsewhere.

              rewind scrub demo.rewind '/home/articleList/*/user/name'
              rewind scrub demo.rewind --key description -o scrubbed.rewind
              rewind scrub demo.rewind --matching "[a-z]+@example.com"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Values to remove", valueName: "pointer"))
    var pointers: [LazyArgument<Pointer>] = []

    @Option(
        help: ArgumentHelp("Name of members to remove, at any depth; repeatable", valueName: "name"),
        transform: NegativeNumber.restored
    )
    var key: [String] = []

    @Option(
        help: ArgumentHelp("Regular expression; remove whatever matches it", valueName: "regex"),
        transform: NegativeNumber.restored
    )
    var matching: String?

    @Flag(help: "Only report what would be removed")
    var dryRun = false

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        pointers = session.passOn() + pointers
        if pointers.isEmpty, key.isEmpty, matching == nil { throw ValidationError.scrubTargets }
        if dryRun, newFile.target != nil { throw ValidationError.dryRunWithOutput }
        try newFile.checkForce()
    }

    func run() throws {
        // The pattern comes last: it would rename members that a POINTER or a key names.
        let targets: [SessionScrub.Target] =
            (pointers.isEmpty ? [] : [.pointers(try pointers.map { try $0.value })])
            + (key.isEmpty ? [] : [.keys(Set(key))]) + (matching.map { [.pattern($0)] } ?? [])
        let work = ProgressReporter()
        let report: SessionScrub.Report
        do {
            report = try change(inCopy: targets.count > 1) { url in
                try SessionScrub.run(url, targets, progress: work.sessionHandler)
            }
        } catch let error as TimelineError {
            guard case .nothingMatches = error else { throw error }
            throw CommandError(error, hint: "To ignore case, begin the pattern with (?i).", status: 1)
        } catch ScrubError.nothingThere(let pointer, let last) {
            let timeline = try session.timeline()
            throw try MissingPointer.error(for: pointer, at: last, in: timeline) { holder, _ in
                .neverAnything(pointer, seq: last, holder: holder)
            }
        }
        if dryRun { Output.note(.dryRun) }
        if let matching, report.isPatternUnmatched { Output.note(.nothingLeftToMatch(matching)) }
        let answer = ScrubReport(report, isPattern: pointers.isEmpty && key.isEmpty, isDry: dryRun)
        try output.print(answer)
        guard answer.isAnythingLeft else { return }
        let patterns = report.textsInNames.map { NSRegularExpression.escapedPattern(for: $0.text) }
        Output.hint(Wording.scrubHint(patterns.joined(separator: "|")), file: newFile.target?.path ?? session.file)
        throw ExitCode(1)
    }

    /// Calls `body` with the file to change: the session, or a copy of it, which then replaces it if there is no output.
    private func change<Result>(inCopy: Bool, _ body: (URL) throws -> Result) throws -> Result {
        if newFile.target == nil, dryRun || !inCopy { return try DryRun.change(session.url, isDry: dryRun, body) }
        let timeline = try session.timeline()
        timeline.session.close()
        if timeline.session.isLive { throw SessionError.beingRecorded(path: session.file) }
        let target = newFile.target ?? NewFile(argument: session.file)
        let source = newFile.target == nil ? nil : session.url
        return try target.make(from: source, overwrites: newFile.force || source == nil) { url in
            try SessionFile.copy(session.url, to: url)
            return try body(url)
        }
    }
}

/// The report of a scrub.
struct ScrubReport: CommandReport {
    private let report: SessionScrub.Report
    private let isPattern: Bool
    private let isDry: Bool

    init(_ report: SessionScrub.Report, isPattern: Bool = false, isDry: Bool = false) {
        self.report = report
        self.isPattern = isPattern
        self.isDry = isDry
    }

    /// True if the session still holds parts of masked values.
    var isAnythingLeft: Bool { report.names + report.shortValuesLeft > 0 }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "masked": report.masked, "texts": report.texts, "unproved": report.unproved, "names": report.names,
            "short_values": report.shortValues, "short_values_left": report.shortValuesLeft,
            "left": (report.textsInNames + report.remainders).map(Remainder.init),
            "actions": report.actions, "screenshots": report.screenshots > 0 ? report.screenshots : nil,
        ])
    }

    /// A value that is left, and the first such place.
    private struct Remainder: Encodable {
        private let text: String
        private let seq: Int?
        private let part, pointer: String?

        init(_ remainder: SessionScrub.Remainder) {
            (text, seq) = (remainder.text, remainder.place?.seq)
            (part, pointer) = (remainder.place?.part.rawValue, remainder.place?.pointer.description)
        }
    }

    func lines(style: TextStyle) -> [String] {
        var lines: [String] = []
        let would = isDry ? "would " : ""
        if !isPattern {
            lines.append("\(would)\(isDry ? "mask" : "masked") \(BriefText.count(report.masked, "value"))")
        }
        if report.texts > 0 {
            let names = report.names > 0 ? ", except \(report.names) in names of members or types" : ""
            let texts = BriefText.count(report.texts, "text")
            lines.append("\(would)\(isDry ? "remove" : "removed") \(texts) from the whole file\(names)")
            lines += report.textsInNames.map(line)
        }
        if report.screenshots > 0 {
            let pictures = BriefText.count(report.screenshots, "screenshot")
            lines.append("\(would)\(isDry ? "remove" : "removed") \(pictures), which may show them")
        }
        if report.unproved > 0 {
            lines.append("\(report.unproved) of them too short to verify")
        }
        if report.shortValues > 0 {
            let left = report.shortValuesLeft
            let values = BriefText.count(report.shortValues, "short value")
            lines.append("\(values) not searched for elsewhere: \(left == 0 ? "none" : "\(left)") left in other places")
            lines += report.remainders.map(line)
            let more = left - report.remainders.count
            if more > 0 { lines.append("  … \(more) more") }
        }
        return lines
    }

    private func line(for remainder: SessionScrub.Remainder) -> String {
        let place = remainder.place.map { find in
            "  at \(find.seq), \(find.part.rawValue) \(TerminalText.line(find.pointer.description))".trimmed
        }
        return "  \(BriefText.text(of: .string(remainder.text)))\(place ?? "")"
    }
}
