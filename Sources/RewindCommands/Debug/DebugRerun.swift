#if os(macOS) || os(Linux)

import RewindReplay
import RewindTimeline

/// Runs the actions through the app's reducers again, up to where something is to be looked at.
struct DebugRerun {
    /// That the re-run came to a breakpoint.
    private struct Stopped: Error {
        let seq: Int
    }

    private let session: DebugSession
    private let app: RerunnableApp

    init(of session: DebugSession, with app: RerunnableApp) {
        (self.session, self.app) = (session, app)
    }

    /// Goes to the first breakpoint or watch from the start on, or to the first divergence where that comes before it.
    ///
    /// A reducer that traps ends the process, after it was said at which action.
    ///
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func run(_ work: LongWork, style: Style, _ write: (String) -> Void) throws {
        let timeline = session.timeline
        try session.go(to: timeline.first)
        let hit = try session.nextHit(.forward, of: session.stops, work)
        let watch = TrapWatch { type, isLast in TrapText.whileReducing(type, isReproduced: isLast) }
        defer { watch.end() }
        do {
            let rerun = try Rerun(of: timeline, with: app, watch: watch)
            let report = try rerun.run { seq in
                try work.step("re-run up to \(seq - 1)")
                if let hit, seq > hit.seq { throw Stopped(seq: hit.seq) }
            }
            RerunOutcome(report).lines(style: style).forEach(write)
            try session.go(to: report.finding?.seq ?? hit?.seq ?? timeline.last)
        } catch let stopped as Stopped {
            for stop in hit?.stops ?? [] { write("\(style.strong(stop.name)): \(style.name(stop.text))") }
            write("as recorded up to here: \(BriefText.count(stopped.seq - timeline.first, "action")) re-run")
            try session.go(to: stopped.seq)
        }
    }
}

#endif
