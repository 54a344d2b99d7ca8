import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

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

    @Option(name: .customLong("output"), help: ArgumentHelp("The file to save it in.", valueName: "file"))
    var target: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard repair == (target != nil), target != "" else {
            throw ValidationError("--repair and --output go together.")
        }
    }

    func run() throws {
        if let target { return try save(to: URL(fileURLWithPath: target)) }
        let work = LongWork()
        let (report, timeline) = try check(work)
        work.end()
        let findings = report.findings.map(FindingText.text)
        // A check that finds something ends before it has counted all.
        let counts: [(name: String, count: Int)] =
            findings.isEmpty
            ? [("action", report.actions), ("snapshot", report.snapshots), ("chunk", report.chunks)] : []
        // Of a damaged file, these can be anything.
        var remarks: (lines: [String], json: [(String, Tree)]) = ([], [])
        if let timeline, findings.isEmpty { remarks = try Self.remarks(on: timeline.session) }
        if output.json {
            Output.line(
                Tree(
                    members: [("ok", .bool(findings.isEmpty))]
                        + counts.map { ($0.name + "s", .integer(Int64($0.count))) }
                        + [("findings", Tree(elements: findings.map(Tree.string)))] + remarks.json
                ).text
            )
        } else if findings.isEmpty {
            Output.line("ok: " + counts.map { BriefText.count($0.count, $0.name) }.joined(separator: ", "))
            for line in remarks.lines { Output.line(output.style.warning(line)) }
        } else {
            for finding in findings { Output.line(output.style.warning(finding)) }
        }
        guard findings.isEmpty else {
            Output.hint(FindingText.hint(for: report.findings), file: session.file)
            throw ExitCode(2)
        }
    }

    /// What is to be said of a sound session: how its recording ended, and what that could not keep.
    private static func remarks(on session: SessionReader) throws -> (lines: [String], json: [(String, Tree)]) {
        let (ending, losses) = (try session.ending(), try SessionLosses(of: session))
        let lines = EndingText.lines(for: losses) + [EndingText.remark(on: ending)].compactMap { $0 }
        return (lines, EndingText.json(ending, losses))
    }

    private func check(_ work: LongWork) throws -> (SessionCheck.Report, Timeline?) {
        do {
            let timeline = try session.open()
            return (try SessionCheck.run(timeline.session, step: work.tellingOfSession), timeline)
        } catch SessionError.damaged(_, .sqlite(let message)) {
            // What cannot even be opened.
            return (SessionCheck.Report(findings: [.sqlite(message: message)]), nil)
        }
    }

    private func save(to target: URL) throws {
        let work = LongWork()
        let timeline = try session.open()
        let report = try SessionRepair.run(timeline.session, to: target, step: work.tellingOfSession)
        work.end()
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("output", .string(target.path)),
                    ("first", .integer(Int64(report.first))),
                    ("last", .integer(Int64(report.last))),
                    ("damaged_at", report.damagedAt.map { .integer(Int64($0)) } ?? .null),
                    ("lost", .integer(Int64(report.lost))),
                ]).text
            )
            return
        }
        let saved = BriefText.count(report.last - report.first, "action")
        Output.line("saved \(saved), up to \(report.last)")
        if let seq = report.damagedAt {
            let lost = BriefText.count(report.lost, "action")
            Output.line(output.style.warning("action \(seq) is damaged or missing; lost \(lost)"))
        }
    }
}
