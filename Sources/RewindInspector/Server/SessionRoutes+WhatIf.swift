import RewindTimeline
import RewindTree

extension SessionRoutes {
    /// The maximum number of skipped actions.
    private static let mostSkipped = 1_000

    /// Answers `whatif` requests: the results of re-running a session without some actions.
    ///
    /// - Throws: `InspectorError`, `SessionError`.
    func whatIf(_ question: String, _ parameters: RequestParameters) async throws -> any Encodable {
        guard let runner = watch.session.app.whatIf else { throw InspectorError.noReducer }
        let skipped = try (parameters.text("skip") ?? "").split(separator: ",").map { part in
            guard let seq = Int(part), seq > 0 else { throw InspectorError.badParameter("skip") }
            return seq
        }
        guard !skipped.isEmpty, skipped.count <= Self.mostSkipped else { throw InspectorError.badParameter("skip") }
        let end = try parameters.requiredNumber("end")
        try await watch.session.check(end)
        let asked = WhatIfRunner.Question(url: watch.session.url, skipped: Set(skipped).sorted(), end: end)
        let track = await watch.whatIf.track(asked, runner, describe: watch.describe)
        switch question {
        case "whatif": return track.answer()
        case "whatif/next":
            let seq = try parameters.requiredNumber("from")
            return SeqAnswer(seq: track.next(from: seq, isReversed: parameters.text("reverse") == "1"))
        case "whatif/diff", "whatif/screen":
            let seq = try parameters.requiredNumber("at")
            guard try await watch.session.isOnPath(seq, to: end) else { throw InspectorError.badParameter("at") }
            guard let difference = track.difference(at: seq) else { throw InspectorError.notRerunYet(seq) }
            if question == "whatif/screen" {
                return try await watch.session.screen(at: seq, otherBy: difference)
            }
            let whole = try Set(parameters.texts("all").map(RequestParameters.pointer))
            return try await watch.session.diff(at: seq, by: difference, whole: whole)
        default: throw InspectorError.noSuchRequest
        }
    }
}

extension InspectedSession {
    fileprivate func isOnPath(_ seq: Int, to end: Int) throws -> Bool {
        try check(seq)
        return try timeline().isAncestor(seq, of: end)
    }

    /// Returns the difference from the recorded state to that of a re-run, given as a patch.
    fileprivate func diff(at seq: Int, by patch: Patch, whole: Set<Pointer>) throws -> DiffAnswer {
        if let unknown = try unknown(at: seq) { return DiffAnswer(from: seq, to: seq, unknown: unknown) }
        let state = try timeline().state(at: seq)
        let other = try other(state, by: patch, at: seq)
        let difference = StateDifference(from: state, to: other)
        return DiffAnswer(from: seq, to: seq, difference, in: other, whole: whole, slices: try slices())
    }

    /// Returns the screen of a re-run's state, given as a patch of the recorded one.
    fileprivate func screen(at seq: Int, otherBy patch: Patch) throws -> ScreenAnswer {
        let state = try timeline().state(at: seq)
        return try screen(of: other(state, by: patch, at: seq), before: state)
    }

    private func other(_ state: Tree, by patch: Patch, at seq: Int) throws -> Tree {
        // The session may have been replaced by another one.
        guard let other = try? state.applying(patch) else { throw InspectorError.noSuchAction(seq) }
        return other
    }
}
