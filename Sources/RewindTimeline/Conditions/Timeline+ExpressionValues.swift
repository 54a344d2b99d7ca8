import RewindSession

extension Timeline {
    /// The maximum number of characters or bytes of a value.
    private static let longestValue = 1_000

    /// Returns the values of an expression at the states of a path between two indices, as steps: an index, and the
    /// value from there on. Texts and blobs are cut to 1,000 characters or bytes.
    ///
    /// Only actions that may have changed the value are evaluated. If these are more than `limit`, which must be at
    /// least 2, they are sampled evenly, and `isExact` is false. `onProgress` is called often, to end the work.
    ///
    /// - Complexity: At most 2 `limit` evaluations; otherwise as ``matches(of:from:isReversed:onEvaluation:)``.
    /// - Throws: `TimelineError.malformedExpression`, `CancellationError`, `SessionError`, or an error of `onProgress`.
    package func values(
        of expression: Condition,
        along path: SeqPath,
        at indices: ClosedRange<Int>,
        limit: Int,
        onProgress: @escaping () throws -> Void = {}
    ) throws -> (values: [(index: Int, value: SQLValue)], isExact: Bool) {
        let contexts = try EvaluationContexts(self)
        var candidates = Candidates(for: expression, contexts) { _ in try onProgress() }
        var values: [(index: Int, value: SQLValue)] = []
        func evaluate(_ index: Int, _ seq: Int) throws {
            try onProgress()
            let context = try expression.context(at: seq, in: contexts)
            let value = try expression.value(at: context).cut(to: Self.longestValue)
            candidates.add(context.readings)
            if values.last?.value != value { values.append((index, value)) }
        }

        var places: [(index: Int, seq: Int)] = []
        for (seqs, index) in path.parts(in: indices) {
            var next: Int? = seqs.lowerBound
            while let seq = next, seq <= seqs.upperBound {
                places.append((index + seq - seqs.lowerBound, seq))
                if places.count <= limit { try evaluate(index + seq - seqs.lowerBound, seq) }
                next = seq < seqs.upperBound ? try candidates.next(after: seq) : nil
            }
        }
        guard places.count > limit else { return (values, true) }
        values = []
        for number in 0..<limit {
            let place = places[number * (places.count - 1) / (limit - 1)]
            try evaluate(place.index, place.seq)
        }
        return (values, false)
    }
}

extension SQLValue {
    fileprivate func cut(to length: Int) -> SQLValue {
        switch self {
        case .text(let text): .text(String(text.prefix(length)))
        case .blob(let bytes): .blob(Array(bytes.prefix(length)))
        case .null, .integer, .real: self
        }
    }
}
