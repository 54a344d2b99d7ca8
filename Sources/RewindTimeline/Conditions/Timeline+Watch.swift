extension Timeline {
    /// Returns the first action after `start` that makes `condition` true; with `isReversed`, the last such action up to
    /// `start`. Equals the first of ``matches(of:from:isReversed:onEvaluation:)``.
    ///
    /// - Throws: As `matches(of:from:isReversed:onEvaluation:)` and `ConditionMatches.next()` do.
    package func firstMatch(
        where condition: Condition,
        from start: Int,
        isReversed: Bool = false,
        onEvaluation: @escaping (Int) throws -> Void = { _ in }
    ) throws -> EvaluationContext? {
        var matches = try matches(of: condition, from: start, isReversed: isReversed, onEvaluation: onEvaluation)
        return try matches.next()
    }

    /// Returns the actions after `start` that make `condition` true: it is true after the action, and was not in the
    /// state that the action was applied to. With `isReversed`, returns such actions up to `start`, latest first.
    ///
    /// The search follows the order of the log across branches. `onEvaluation` receives the seq that it has reached.
    ///
    /// - Complexity: For all matches, if the condition depends only on values in states, linear in the actions that
    ///   changed one of these, or an element before it in its array; else linear in the actions.
    /// - Throws: `SessionError`.
    package func matches(
        of condition: Condition,
        from start: Int,
        isReversed: Bool = false,
        onEvaluation: @escaping (Int) throws -> Void = { _ in }
    ) throws -> ConditionMatches {
        ConditionMatches(
            condition,
            in: try EvaluationContexts(self),
            from: start,
            isReversed: isReversed,
            onEvaluation: onEvaluation
        )
    }

    /// Returns true if `condition` is true right after action `seq`.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`.
    package func holds(_ condition: Condition, at seq: Int) throws -> Bool {
        try test(condition)(seq)
    }

    /// Returns the values that `condition` reads right after action `seq`.
    ///
    /// - Throws: `SessionError`, `TimelineError.malformedExpression`.
    package func readings(of condition: Condition, at seq: Int) throws -> [EvaluationContext.Reading] {
        let context = try condition.context(at: seq, in: EvaluationContexts(self))
        _ = try condition.holds(at: context)
        return context.readings
    }

    /// Returns a function that evaluates `condition` right after an action, for use with many actions.
    ///
    /// - Throws: `SessionError`; the function throws as `holds(_:at:)` does.
    package func test(_ condition: Condition) throws -> (_ seq: Int) throws -> Bool {
        let contexts = try EvaluationContexts(self)
        return { seq in try condition.holds(at: try condition.context(at: seq, in: contexts)) }
    }
}
