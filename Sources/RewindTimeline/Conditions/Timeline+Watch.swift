import RewindSession
import RewindTree

extension Timeline {
    /// Returns the first action after `start` that makes `condition` true: it is true after the action, and was not in
    /// the state that the action was applied to. With `isReversed`, returns the last such action up to `start`.
    ///
    /// The search follows the order of the log across branches. `onLook` receives the seq that it has reached.
    ///
    /// - Complexity: If the condition depends only on values in states, linear in the actions that changed one of
    ///   these, or an element before it in its array; else linear in the actions.
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`, or an error of `onLook`.
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
                // The condition cannot have changed between the last candidate and this one.
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

    /// Returns true if `condition` is true right after action `seq`.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`.
    package func holds(_ condition: Condition, at seq: Int) throws -> Bool {
        try test(condition)(seq)
    }

    /// Returns a function that evaluates `condition` right after an action, for use with many actions.
    ///
    /// - Throws: `SessionError`; the function throws as `holds(_:at:)` does.
    package func test(_ condition: Condition) throws -> (_ seq: Int) throws -> Bool {
        let contexts = try EvaluationContexts(self)
        return { seq in try condition.holds(at: try condition.context(at: seq, in: contexts)) }
    }
}
