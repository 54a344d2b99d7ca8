import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    /// The maximum number of actions, and of effects, that one effect is said to have caused.
    private static let mostCaused = 100

    func effect(_ id: Int) throws -> EffectAnswer {
        let session = try timeline().session
        guard let row = try session.effect(id) else { throw TimelineError.noSuchEffect(id) }
        let cause = CauseReference.effect(id)
        return EffectAnswer(
            row,
            actions: try session.actions(causedBy: cause, limit: Self.mostCaused),
            effects: try session.effects(causedBy: cause, limit: Self.mostCaused)
        )
    }

    func screenshot(_ id: Int) throws -> ScreenshotAnswer {
        guard let row = try timeline().session.effect(id), row.effect.kind == .screenshot,
            let jpeg = row.effect.input?.child("jpeg")?.string
        else { throw TimelineError.noSuchEffect(id) }
        return ScreenshotAnswer(jpeg: jpeg)
    }

    /// Returns the latest picture of the screen on the way to a state; nil also while the columns are being read.
    func screenshot(at seq: Int) -> ScreenAnswer.Screenshot? {
        guard let columns, let effects else { return nil }
        return effects.screenshots.last { shot in shot.seq <= seq && columns.isOnPath(shot.seq, to: seq) }
            .map { .init(id: $0.id, seq: $0.seq, at: $0.at) }
    }

    /// Returns the latest picture of the screen on the way to the first state of a part.
    ///
    /// - Complexity: Linear in the effects.
    func screenshot(before first: Int) throws -> ScreenAnswer.Screenshot? {
        let timeline = try timeline()
        let path = try timeline.path(from: timeline.first, to: first).ranges
        var found: ScreenAnswer.Screenshot?
        try timeline.session.forEachEffect(
            "WHERE kind = 'screenshot' AND effect.seq <= ? ORDER BY effect.id DESC",
            [first],
            readsValues: false
        ) { row in
            guard path.contains(where: { $0.contains(row.effect.seq) }) else { return true }
            found = .init(id: row.effect.id, seq: row.effect.seq, at: row.effect.at)
            return false
        }
        return found
    }

    /// Returns the causes of an action.
    func causes(of seq: Int, limit: Int = 12) throws -> Why.Answer {
        try answer(Why(at: PointInTime(seq: seq), limit: limit))
    }
}
