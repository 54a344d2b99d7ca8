import ArgumentParser
import Foundation
import RewindReplay
import RewindSession
import RewindTimeline

/// `rewind replay`: runs a session's actions through the app's reducers again.
struct ReplayCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Re-run the actions through the app's reducers.",
        usage: """
            rewind replay [<file>] [--verify | --check]
            rewind replay [<file>] [--skip <ref>] ... [--insert <ref:json>] ...
                          [--edit <ref:json>] ... [--reorder <ref:ref>] ...
                          [--to <ref>] [--each] [--output <file> [--force]]
            rewind replay [<file>] --flows [--edit-effect <number> <json>] ...
                          [--output <file> [--force]]
            """,
        discussion: """
            Compares the resulting states with the recording. With changed actions, shows how the end of the current \
            branch would differ; REFs are those of the recording. --output records the re-run in a new session. For \
            actions that cannot be re-run, the recorded effect is used.

            With --flows, the app itself runs: its taps, thunks and middleware dispatch the actions, and its requests \
            return what was recorded. --edit-effect shows what would have happened with another outcome.

            Exit status 1 if --verify or --flows finds a difference, if a reducer traps, or if this version of the app \
            cannot read the session.

              rewind replay demo.rewind --verify
              rewind replay demo.rewind --skip 12 --output without.rewind
              rewind replay demo.rewind --flows --edit-effect 12 '{"canceled":true}'
            """
    )

    @OptionGroup var session: SessionArgument

    @Flag(help: "Stop at the first difference, and reduce each action twice to find impure reducers")
    var verify = false

    @Flag(help: "Only check whether this version of the app can read the session")
    var check = false

    @OptionGroup var changes: WhatIfOptions

    @Option(
        help: ArgumentHelp(
            "Last action to re-run when actions are changed; the end of the current branch by default",
            valueName: "ref"
        )
    )
    var to: LazyArgument<PointInTime>?

    @Flag(help: "With changed actions, print those that turn out differently, and where the states diverge and meet")
    var each = false

    @OptionGroup var flows: FlowOptions

    @OptionGroup var newFile: NewFileOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try newFile.checkForce()
        try flows.check()
        if flows.flows {
            guard !verify, !check, !each, to == nil, changes.isEmpty else { throw ValidationError.flowsAndMore }
            return
        }
        let isWhatIf = newFile.target != nil || !changes.isEmpty
        guard [verify, check, isWhatIf].count(where: { $0 }) <= 1 else { throw ValidationError.rerunKinds }
        if to != nil, !isWhatIf { throw ValidationError.endOfOthers }
        if each, newFile.target != nil || changes.isEmpty { throw ValidationError.eachOfOthers }
    }

    @MainActor
    func run() async throws {
        guard let app = RegisteredApp.current?.rerunnable else { throw CommandError.noReducer }
        let timeline = try session.timeline()
        if flows.flows { return try await runFlows(timeline, app) }
        let whatIf = try changes.whatIf(in: timeline, to: to.map(timeline.seq) ?? timeline.tip())
        try checkFit(of: timeline, app)
        if check { return }
        if newFile.target != nil || !whatIf.isEmpty {
            try run(whatIf, timeline, app)
        } else {
            try rerun(timeline, app)
        }
    }

    /// Prints the report and ends the command if the session cannot be re-run, or if `--check` asks for nothing else.
    private func checkFit(of timeline: Timeline, _ app: RegisteredApp) throws {
        let work = ProgressReporter()
        let watch = watch(isDecoding: true)
        let fit = try FitCheck.run(timeline, with: app, watch: watch) {
            try work.step("decoding", at: $0, of: timeline.first...timeline.last)
        }
        watch.end()
        let report = FitReport(fit)
        if check || fit.verdict == .impossible {
            try output.print(report)
            if let hint = report.hint { Output.hint(hint) }
            if fit.verdict == .impossible { throw ExitCode(1) }
        } else if fit.verdict == .risky {
            for line in report.warnings { Output.warning(line) }
        }
    }

    private func rerun(_ timeline: Timeline, _ app: RegisteredApp) throws {
        var options = Rerun.Options()
        options.findsImpurity = verify
        let work = ProgressReporter()
        let watch = watch()
        let rerun = try Rerun(of: timeline, with: app, options: options, watch: watch)
        let result = try rerun.run {
            try work.step("re-running", at: $0 - 1, of: timeline.first...timeline.last)
        }
        watch.end()
        let lostMembers = verify ? rerun.lostMembers() : []
        try output.print(RerunOutcome(result))
        if !lostMembers.isEmpty { Output.note(.lostMembers(lostMembers)) }
        guard let finding = result.finding else { return }
        if !finding.isImpurity, try timeline.session.containsMasks() { Output.note(.masks) }
        if verify { throw ExitCode(1) }
    }

    @MainActor
    private func runFlows(_ timeline: Timeline, _ app: RegisteredApp) async throws {
        try newFile.target?.check(from: session.url, overwrites: newFile.force)
        let recording = try flows.edited(FlowRecording(of: timeline))
        let work = ProgressReporter()
        let report = try await app.runFlows(of: recording) {
            try work.step("re-running", at: $0, of: timeline.first...timeline.last)
        }
        try newFile.target?.make(from: session.url, overwrites: newFile.force) {
            try FileManager.default.copyItem(at: report.url, to: $0)
        }
        try output.print(FlowOutcome(report: report, source: session.file, target: newFile.target?.path))
        // With an edited outcome, a difference is expected.
        if report.difference != nil, flows.editEffect.isEmpty { throw ExitCode(1) }
    }

    private func run(_ whatIf: WhatIf, _ timeline: Timeline, _ app: RegisteredApp) throws {
        let work = ProgressReporter()
        func run(to url: URL?) throws -> WhatIfRun.Report {
            let watch = watch(removing: url.map(SessionFile.paths) ?? [])
            defer { watch.end() }
            let run = try WhatIfRun(whatIf, of: timeline, to: to.map(timeline.seq), with: app, watch: watch)
            let progress = { try work.step("re-running", at: $0, of: timeline.first...timeline.last) }
            return try each ? printEach(run, progress) : run.run(to: url, progress: progress)
        }
        let target = newFile.target
        let result =
            try target.map { try $0.make(from: session.url, overwrites: newFile.force) { try run(to: $0) } }
            ?? run(to: nil)
        try output.print(WhatIfOutcome(result, source: session.file, target: target?.path))
    }

    /// Prints the actions that differ or failed; as JSON also one action in `milestone`, to show progress.
    private func printEach(_ run: WhatIfRun, _ progress: (Int) throws -> Void) throws -> WhatIfRun.Report {
        var printer = output.printer
        return try run.run(telling: { step in
            try progress(step.seq)
            let isMilestone = output.json && step.seq % Self.milestone == 0
            guard !step.isPlain || isMilestone else { return }
            try printer.print(WhatIfStepReport(step: step))
            if isMilestone { try Output.finish() }
        })
    }

    /// The number of actions between two progress lines.
    private static let milestone = 1_000

    private func watch(removing files: [String] = [], isDecoding: Bool = false) -> TrapWatch {
        TrapWatch(removing: files, clearing: Output.isErrorTerminal ? Output.lineErasure : "") { type, isLast in
            let isReproduced = isLast && !isDecoding
            if output.json { return TrapText.json(type, isReproduced: isReproduced) }
            return isDecoding ? TrapText.whileDecoding(type) : TrapText.whileReducing(type, isReproduced: isReproduced)
        }
    }
}
