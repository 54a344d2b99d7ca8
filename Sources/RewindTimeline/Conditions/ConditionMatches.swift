/// The actions that make a condition true, found one after the other.
package struct ConditionMatches {
    private let condition: Condition
    private let contexts: EvaluationContexts
    private let isReversed: Bool
    private var candidates: Candidates
    /// The seq from which the search goes on.
    private var position: Int
    /// True if the condition holds at `position`; nil if it has not been evaluated there.
    private var holds: Bool?

    init(
        _ condition: Condition,
        in contexts: EvaluationContexts,
        from start: Int,
        isReversed: Bool,
        onEvaluation: @escaping (Int) throws -> Void
    ) {
        self.condition = condition
        self.contexts = contexts
        self.isReversed = isReversed
        candidates = Candidates(for: condition, contexts, onEvaluation: onEvaluation)
        position = start
    }

    /// Returns the next match in the direction of the search; nil if there are no more.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`, or an error of
    ///   `onEvaluation`.
    package mutating func next() throws -> EvaluationContext? {
        try isReversed ? previousMatch() : nextMatch()
    }

    private mutating func nextMatch() throws -> EvaluationContext? {
        var holds = try holdsAtPosition()
        while let seq = try candidates.next(after: position) {
            // The condition cannot have changed between the last candidate and this one.
            let parent = contexts.lineage.parent(of: seq)
            let didHold = try parent == seq - 1 ? holds : evaluate(parent).holds
            let current = try evaluate(seq)
            (position, holds, self.holds) = (seq, current.holds, current.holds)
            if holds, !didHold { return current.context }
        }
        return nil
    }

    private mutating func previousMatch() throws -> EvaluationContext? {
        while true {
            let holds = try holdsAtPosition()
            guard let seq = try candidates.previous(through: position) else { return nil }
            let parent = contexts.lineage.parent(of: seq)
            let didHold = try evaluate(parent).holds
            (position, self.holds) = (seq - 1, parent == seq - 1 ? didHold : nil)
            if holds, !didHold { return try evaluate(seq).context }
        }
    }

    private mutating func holdsAtPosition() throws -> Bool {
        if let holds { return holds }
        let holds = try evaluate(position).holds
        self.holds = holds
        return holds
    }

    private mutating func evaluate(_ seq: Int) throws -> (context: EvaluationContext, holds: Bool) {
        let context = try condition.context(at: seq, in: contexts)
        let holds = try condition.holds(at: context)
        candidates.add(context.readings)
        return (context, holds)
    }
}
