import ArgumentParser
import RewindSession
import RewindTimeline
import RewindUpkeep

/// `rewind verify`: checks a whole session.
struct VerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the file, the hashes, that every patch leads to the next state, and the index.",
        discussion: """
            It also tells how the recording ended, and what that could not keep: that is nothing wrong with the file.

            Exit status 2 when something is wrong. --repair writes what lies before the damage to a new file; the \
            session itself stays as it is.
            """
    )

    @OptionGroup var session: SessionArgument

    @Flag(help: "Save everything up to the first damaged action.")
    var repair = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to save it in.", valueName: "file")
    )
    var target: NewFile?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard repair == (target != nil), target?.path != "" else { throw ValidationError.repairWithoutOutput }
    }

    func run() throws {
        if let target { return try save(to: target) }
        let work = LongWork()
        let (report, timeline) = try check(work)
        work.end()
        try output.print(VerifyReport(report, of: timeline?.session))
        guard report.findings.isEmpty else {
            Output.hint(FindingText.hint(for: report.findings), file: session.file)
            throw ExitCode(2)
        }
    }

    private func check(_ work: LongWork) throws -> (SessionCheck.Report, Timeline?) {
        do {
            let timeline = try session.timeline()
            return (try SessionCheck.run(timeline.session, progress: work.tellingOfSession), timeline)
        } catch SessionError.damaged(_, .sqlite(let message)) {
            // What cannot even be opened.
            return (SessionCheck.Report(findings: [.sqlite(message: message)]), nil)
        }
    }

    private func save(to target: NewFile) throws {
        let work = LongWork()
        let timeline = try session.timeline()
        let report = try SessionRepair.run(timeline.session, to: target.url, progress: work.tellingOfSession)
        work.end()
        try output.print(RepairReport(report: report, target: target))
    }
}

private struct VerifyReport: Report {
    private let check: SessionCheck.Report
    private let findings: [String]
    /// How the recording ended, and what that could not keep. Of a damaged file, that can be anything.
    private let outcome: OutcomeReport?

    init(_ check: SessionCheck.Report, of session: SessionReader?) throws {
        (self.check, findings) = (check, check.findings.map(FindingText.text))
        outcome = try check.findings.isEmpty ? session.map { try OutcomeReport(of: $0) } : nil
    }

    func encode(to encoder: any Encoder) throws {
        try outcome?.encode(to: encoder)
        // A check that finds something ends before it has counted all.
        let isSound = findings.isEmpty
        try encoder.encode([
            "ok": isSound, "findings": findings, "actions": isSound ? check.actions : nil,
            "snapshots": isSound ? check.snapshots : nil, "chunks": isSound ? check.chunks : nil,
        ])
    }

    func lines(style: Style) -> [String] {
        guard findings.isEmpty else { return findings.map(style.warning) }
        let counts = [(check.actions, "action"), (check.snapshots, "snapshot"), (check.chunks, "chunk")]
        let remarks = (outcome?.losses ?? []) + [outcome?.ending.remark].compactMap { $0 }
        return ["ok: " + counts.map { BriefText.count($0, $1) }.joined(separator: ", ")] + remarks.map(style.warning)
    }
}

private struct RepairReport: Report {
    let report: SessionRepair.Report
    let target: NewFile

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "output": target.absolutePath, "first": report.first, "last": report.last,
            "damaged_at": OrNull(wrappedValue: report.damagedAt), "lost": report.lost,
        ])
    }

    func lines(style: Style) -> [String] {
        let lines = ["saved \(BriefText.count(report.last - report.first, "action")), up to \(report.last)"]
        guard let seq = report.damagedAt else { return lines }
        let lost = BriefText.count(report.lost, "action")
        return lines + [style.warning("action \(seq) is damaged or missing; lost \(lost)")]
    }
}
