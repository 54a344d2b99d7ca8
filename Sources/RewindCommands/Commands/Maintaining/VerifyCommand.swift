import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// `rewind verify`: checks a whole session.
struct VerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a session for damage, repair or reindex it.",
        usage: """
            rewind verify [<file>]
            rewind verify [<file>] --repair --output <file> [--force]
            rewind verify [<file>] --rebuild
            """,
        discussion: """
            Checks the file, the hashes, the index, and that each patch leads to the next state. Also reports how the \
            recording ended, and its losses, which are not damage. Exit status 2 if there is damage, or if nothing could \
            be saved.

            --repair copies everything intact, before and after the damage, to a new session; unreadable actions keep \
            their numbers.

              rewind verify demo.rewind
              rewind verify damaged.rewind --repair --output saved.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @Flag(help: "Save everything intact to a new session")
    var repair = false

    @Flag(help: "Rebuild the index, which says which actions changed a value")
    var rebuild = false

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard repair == (newFile.target != nil) else { throw ValidationError.repairWithoutOutput }
        if rebuild, repair { throw ValidationError.rebuildAndRepair }
        try newFile.checkForce()
    }

    func run() throws {
        if let target = newFile.target { return try save(to: target) }
        if rebuild { return try rebuildIndex() }
        let work = ProgressReporter()
        let (report, timeline) = try check(work)
        work.end()
        try output.print(VerifyReport(report, of: timeline?.session))
        guard report.findings.isEmpty else {
            Output.hint(Wording.hint(for: report.findings), file: session.file)
            throw ExitCode(2)
        }
    }

    private func check(_ work: ProgressReporter) throws -> (SessionCheck.Report, Timeline?) {
        do {
            let timeline = try session.timeline()
            return (try SessionCheck.run(timeline.session, progress: work.sessionHandler), timeline)
        } catch SessionError.damaged(_, .sqlite(let message)) {
            // The file cannot be opened.
            return (SessionCheck.Report(findings: [.sqlite(message: message)]), nil)
        }
    }

    private func rebuildIndex() throws {
        let work = ProgressReporter()
        let report = try IndexRebuilding.run(session.url, progress: work.sessionHandler)
        work.end()
        try output.print(RebuildReport(actions: report.actions, pointers: report.pointers, changes: report.changes))
    }

    private func save(to target: NewFile) throws {
        let work = ProgressReporter()
        do {
            let damaged = try SessionRepair.open(session.url)
            SessionArgument.tellOfMissingEnd(of: damaged)
            let report = try target.make(from: session.url, overwrites: newFile.force) { url in
                try SessionRepair.run(damaged, to: url, progress: work.sessionHandler)
            }
            work.end()
            try output.print(RepairReport(report: report, target: target))
        } catch SessionError.damaged(_, let damage) {
            // The file that was read may be a copy; the error names the original.
            let error = SessionError.damaged(path: session.url.path, damage)
            throw CommandError(error, hint: "Nothing in it can be saved. Use another copy.")
        }
    }
}

private struct VerifyReport: CommandReport {
    private let check: SessionCheck.Report
    private let findings: [String]
    /// The end of the recording and its losses; nil for a damaged file, whose data may be wrong.
    private var ending: SessionEnding?
    private var losses: SessionLosses?

    init(_ check: SessionCheck.Report, of session: SessionReader?) throws {
        (self.check, findings) = (check, check.findings.map(\.description))
        guard check.findings.isEmpty, let session else { return }
        ending = try session.ending()
        losses = try SessionLosses(of: session)
    }

    func encode(to encoder: any Encoder) throws {
        try losses?.encode(to: encoder)
        // A check that finds damage ends before it has counted everything.
        let isSound = findings.isEmpty
        try encoder.encode([
            "ok": isSound, "findings": findings, "ending": ending, "actions": isSound ? check.actions : nil,
            "snapshots": isSound ? check.snapshots : nil, "chunks": isSound ? check.chunks : nil,
            "effects": isSound && check.effects > 0 ? check.effects : nil,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        guard findings.isEmpty else { return findings.map(style.warning) }
        var counts = [(check.actions, "action"), (check.snapshots, "snapshot"), (check.chunks, "chunk")]
        if check.effects > 0 { counts.append((check.effects, "effect")) }
        let missing = ending.flatMap { losses?.lines(after: $0) } ?? []
        let remarks = missing + [ending?.remark].compactMap { $0 }
        return ["ok: " + counts.map { BriefText.count($0, $1) }.joined(separator: ", ")] + remarks.map(style.warning)
    }
}

private struct RebuildReport: CommandReport {
    let actions, pointers, changes: Int

    func lines(style: TextStyle) -> [String] {
        let changes = BriefText.count(changes, "change")
        return ["index rebuilt: \(changes) of \(BriefText.count(pointers, "pointer"))"]
    }
}

private struct RepairReport: CommandReport {
    /// The maximum number of runs of actions named.
    private static let mostRuns = 8

    let report: SessionRepair.Report
    let target: NewFile

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "file": target.path, "first": report.first, "last": report.last,
            "damaged_at": report.damagedAt, "lost": Self.count(report.lost),
            "unknown": Self.count(report.unknown), "without_payload": Self.count(report.withoutPayload),
            "lost_effects": report.lostEffects > 0 ? report.lostEffects : nil,
            "effects_without_value": report.effectsWithoutValue > 0 ? report.effectsWithoutValue : nil,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        let inside = report.lost.filter { $0.lowerBound > report.first && $0.upperBound < report.last }
        let saved = report.last - report.first - Self.count(inside)
        let lines = ["saved \(BriefText.count(saved, "action")), up to \(report.last)"]
        let losses = [
            (report.lost, "lost as unreadable"),
            (report.unknown, "with unverified effects"),
            (report.withoutPayload, "without payloads"),
        ]
        let effects = [
            (report.lostEffects, "of effects lost as damaged"),
            (report.effectsWithoutValue, "of effects without values"),
        ]
        return lines
            + losses.filter { !$0.0.isEmpty }.map { runs, what in
                style.warning("\(BriefText.count(Self.count(runs), "action")) \(what): \(Self.text(of: runs))")
            } + effects.filter { $0.0 > 0 }.map { style.warning("\(BriefText.count($0, "row")) \($1)") }
    }

    private static func count(_ runs: [ClosedRange<Int>]) -> Int {
        runs.reduce(0) { $0 + $1.count }
    }

    private static func text(of runs: [ClosedRange<Int>]) -> String {
        let shown = runs.prefix(mostRuns).map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)…\($0.upperBound)"
        }
        return shown.joined(separator: ", ") + (runs.count > mostRuns ? ", …" : "")
    }
}
