import RewindSession
import RewindTree

extension Timeline {
    /// The first action after `start` that makes `condition` hold: it does after the action, and did not before it, in
    /// the state that the action was applied to. With `isReversed`, the last one up to `start`.
    ///
    /// The actions are looked at in the order of the log, whatever branches there are. `onLook` is told the seq that the
    /// search has come to.
    ///
    /// - Complexity: where the condition depends on values of the states alone, linear in the actions that changed one
    ///   of these, or an element before it in its array; else linear in the actions.
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`, or what `onLook` throws.
    package func firstMatch(
        where condition: Condition,
        from start: Int,
        isReversed: Bool = false,
        onLook: @escaping (Int) throws -> Void = { _ in }
    ) throws -> EvaluationContext? {
        let contexts = try EvaluationContexts(self)
        var candidates = Candidates(for: condition, contexts, onLook: onLook)
        func evaluate(_ seq: Int) throws -> (context: EvaluationContext, holds: Bool) {
            let context = try condition.context(at: seq, in: contexts)
            let holds = try condition.holds(at: context)
            candidates.add(context.readings)
            return (context, holds)
        }
        var current = try evaluate(start)
        if !isReversed {
            while let seq = try candidates.next(after: current.context.seq) {
                // Nothing between the last candidate and this one changed the condition.
                let parent = contexts.lineage.parent(of: seq)
                let didHold = parent == seq - 1 ? current.holds : try evaluate(parent).holds
                current = try evaluate(seq)
                if current.holds, !didHold { return current.context }
            }
            return nil
        }
        while let seq = try candidates.previous(through: current.context.seq) {
            let parent = contexts.lineage.parent(of: seq)
            let before = try evaluate(parent)
            if current.holds, !before.holds { return try evaluate(seq).context }
            current = parent == seq - 1 ? before : try evaluate(seq - 1)
        }
        return nil
    }

    /// Whether `condition` holds right after action `seq`.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`.
    package func holds(_ condition: Condition, at seq: Int) throws -> Bool {
        try test(condition)(seq)
    }

    /// What tells whether `condition` holds right after an action, for many of them.
    ///
    /// - Throws: `SessionError`; what it gives throws as `holds(_:at:)` does.
    package func test(_ condition: Condition) throws -> (_ seq: Int) throws -> Bool {
        let contexts = try EvaluationContexts(self)
        return { seq in try condition.holds(at: try condition.context(at: seq, in: contexts)) }
    }
}
