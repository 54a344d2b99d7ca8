import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    /// The time limit for all evaluations of an expression, in seconds.
    private static let longestEvaluation = 10.0

    /// Answers a question.
    ///
    /// - Throws: `RecordedSessionError`, `CancellationError` if it should not continue.
    func answer<Asked: Question>(
        _ question: Asked,
        shouldContinue: @escaping @Sendable () -> Bool = { true }
    ) throws -> Asked.Answer {
        let session = Session(try timeline())
        session.conditions = conditions
        session.onProgress = { _ in if !shouldContinue() { throw CancellationError() } }
        do {
            return try session.answer(question)
        } catch  where error.code == .canceled {
            throw CancellationError()
        }
    }

    /// Returns the values at a pointer along the path to `tip`, between two depths.
    func series(_ pointer: Pointer, tip: Int, from: Int?, to: Int?, points: Int) throws -> SeriesAnswer {
        let timeline = try timeline()
        let (path, depths, limit) = try part(to: tip, from, to, points)
        let first = path[depths.lowerBound]
        var seqs: [(depth: Int, seq: Int)] = [(depths.lowerBound, first)]
        for (part, depth) in path.parts(in: depths) {
            for seq in try timeline.candidates(changing: pointer, in: part) where seq > first {
                seqs.append((depth + seq - part.lowerBound, seq))
            }
        }
        let isExact = seqs.count <= limit
        let sampled = isExact ? seqs : (0..<limit).map { seqs[$0 * (seqs.count - 1) / (limit - 1)] }
        var values: [(depth: Int, value: Tree?)] = []
        for (depth, seq) in sampled {
            let value = try timeline.value(at: seq, pointer)
            if values.isEmpty || values[values.count - 1].value != value { values.append((depth, value)) }
        }
        return SeriesAnswer(values, exact: isExact)
    }

    /// Returns the values of an expression along the path to `tip`, between two depths.
    ///
    /// - Throws: `TimelineError.malformedExpression` also if all evaluations take too long, and `CancellationError`.
    func series(
        of expression: String,
        tip: Int,
        from: Int?,
        to: Int?,
        points: Int,
        shouldContinue: @escaping @Sendable () -> Bool
    ) throws -> SeriesAnswer {
        let (path, depths, limit) = try part(to: tip, from, to, points)
        let start = ContinuousClock.now
        let (values, isExact) = try timeline().values(
            of: try conditions.condition(expression),
            along: path,
            at: depths,
            limit: limit,
            onProgress: {
                if !shouldContinue() { throw CancellationError() }
                if start.duration(to: .now) > .seconds(Self.longestEvaluation) {
                    throw TimelineError.malformedExpression(.tookTooLong(seconds: Self.longestEvaluation))
                }
            }
        )
        return SeriesAnswer(values.map { ($0.index, Tree(expressionValue: $0.value)) }, exact: isExact)
    }

    /// Returns the path to `tip`, the indices on it between two depths, and the maximum number of points.
    private func part(
        to tip: Int,
        _ from: Int?,
        _ to: Int?,
        _ points: Int
    ) throws -> (path: SeqPath, depths: ClosedRange<Int>, limit: Int) {
        try check(tip)
        let timeline = try timeline()
        let path = try timeline.path(from: timeline.first, to: tip)
        let start = max(0, min(from ?? 0, path.count - 1))
        let end = max(start, min(to ?? path.count - 1, path.count - 1))
        return (path, start...end, max(2, min(points, 2_000)))
    }

    func timeline(
        _ kind: TimeAxis.Kind,
        from: Double?,
        to: Double?,
        columnCount: Int,
        filter: ListFilter
    ) throws -> TimelineAnswer? {
        guard let axis = axis(kind), let columns else { return nil }
        return TimelineAnswer(
            axis,
            columns,
            from: from,
            to: to,
            columnCount: max(1, min(columnCount, 4_000)),
            mask: filter.isEmpty ? nil : try mask(filter),
            isFolded: filter.foldsNoise ? columns.types.map(app.presentation.isNoise) : []
        )
    }

    func place(_ kind: TimeAxis.Kind, of seq: Int) -> PlaceAnswer? {
        guard let axis = axis(kind), let columns else { return nil }
        return PlaceAnswer(x: axis.place(of: seq, in: columns))
    }

    func spans(_ kind: TimeAxis.Kind, from: Double?, to: Double?, columnCount: Int) -> SpansAnswer? {
        guard let axis = axis(kind), let columns, let effects else { return nil }
        return SpansAnswer(effects, axis, columns, from: from, to: to, columnCount: max(1, min(columnCount, 4_000)))
    }
}
