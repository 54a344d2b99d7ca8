#if os(macOS) || os(Linux)

import RewindReplay
import RewindTimeline

/// Re-runs the actions through the app's reducers, up to the first stop.
struct DebugRerun {
    /// Thrown to end the re-run at a breakpoint.
    private struct Stopped: Error {
        let seq: Int
    }

    private let session: DebugSession
    private let app: RegisteredApp

    init(of session: DebugSession, with app: RegisteredApp) {
        (self.session, self.app) = (session, app)
    }

    /// Moves to the first stop, or to the first divergence if that comes earlier.
    ///
    /// If a reducer traps, the process ends after reporting the action.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func run(_ work: ProgressReporter, style: Style, _ write: (String) -> Void) throws {
        let timeline = session.timeline
        try session.go(to: timeline.first)
        let hit = try DebugSearch(session, work).nextHit(.forward, of: session.stops)
        let watch = TrapWatch { type, isLast in TrapText.whileReducing(type, isReproduced: isLast) }
        defer { watch.end() }
        do {
            let rerun = try Rerun(of: timeline, with: app, watch: watch)
            let report = try rerun.run { seq in
                try work.step("re-running", at: seq - 1, of: timeline.first...timeline.last)
                if let hit, seq > hit.seq { throw Stopped(seq: hit.seq) }
            }
            RerunOutcome(report).lines(style: style).forEach(write)
            try session.go(to: report.finding?.seq ?? hit?.seq ?? timeline.last)
        } catch let stopped as Stopped {
            for stop in hit?.stops ?? [] { write("\(style.strong(stop.name)): \(style.name(stop.text))") }
            write("no divergence up to here: \(BriefText.count(stopped.seq - timeline.first, "action")) re-run")
            try session.go(to: stopped.seq)
        }
    }
}

#endif
