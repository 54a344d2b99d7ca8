import RewindTimeline

/// Which action led to the first bad state?
///
/// ```swift
/// if case .found(let found) = try session.answer(Bisect("at('/home/pageNumber') > 1")) {
///     print(found.seq, found.tests ?? 0)  // 41 8
/// }
/// ```
///
/// A binary search: it needs few tests if states after the first bad one are bad, too. ``Watch`` finds every action that
/// makes a condition true.
///
/// - Complexity: O(log *n*) tests for *n* actions.
public struct Bisect: Question {
    /// The result of a search.
    public enum Answer: Sendable {
        /// The action that led to the first bad state.
        case found(FoundAction)
        /// The first bad state is one of these; those before the last could not be tested.
        case unclear(ClosedRange<Int>, tests: Int)
    }

    public static let parameters = [
        QuestionParameter("where", .expression, "The condition that is true in a bad state", isRequired: true),
        QuestionParameter("good", .reference, "A good state; the start by default"),
        QuestionParameter("bad", .reference, "A bad state that follows; the end of the cursor's branch by default"),
    ]

    /// A SQLite expression as in ``Watch`` that is true in a bad state.
    public var condition: String
    /// A good state; by default the first one.
    public var good: PointInTime?
    /// A bad state that follows; by default the end of the branch that the cursor is on.
    public var bad: PointInTime?

    private enum CodingKeys: String, CodingKey {
        case condition = "where"
        case good, bad
    }

    public init(_ condition: String, good: PointInTime? = nil, bad: PointInTime? = nil) {
        self.condition = condition
        self.good = good
        self.bad = bad
    }

    public func answer(in session: Session) throws -> Answer {
        let condition = try session.conditions.condition(condition)
        return try Self.search(from: good, to: bad, in: session, for: condition) { seq in
            try session.timeline.holds(condition, at: seq) ? .bad : .good
        }
    }

    /// Searches for the first bad state with a test.
    ///
    /// - Parameter condition: The condition that the test evaluates, if any, whose values are part of the answer.
    /// - Throws: `TimelineError.goodIsBad`, `TimelineError.badIsGood`, `SessionError`, or an error of `test`.
    package static func search(
        from good: PointInTime?,
        to bad: PointInTime?,
        in session: Session,
        for condition: Condition? = nil,
        _ test: (Int) throws -> Bisection.Verdict
    ) throws -> Answer {
        let timeline = session.timeline
        let (start, end) = (try timeline.seq(of: good ?? "start"), try bad.map(timeline.seq) ?? timeline.tip())
        let path = try timeline.path(from: start, to: end)
        try timeline.know(allIn: path.ranges)
        var bisection = Bisection(path)
        var tests = 0
        func verdict(on seq: Int) throws -> Bisection.Verdict {
            try session.onProgress(Progress("testing", done: tests, of: tests + bisection.remainingTests))
            let verdict = try test(seq)
            tests += 1
            return verdict
        }
        for (seq, isBad) in [(start, false), (end, true)] {
            switch try verdict(on: seq) {
            case .skip: throw TimelineError.endIsUntestable(seq)
            case .bad where !isBad: throw TimelineError.goodIsBad(seq)
            case .good where isBad: throw TimelineError.badIsGood(seq)
            default: break
            }
        }
        while true {
            switch bisection.status {
            case .test(let seq): bisection.record(try verdict(on: seq))
            case .unclear(let first, let last): return .unclear(first...last, tests: tests)
            case .found(let seq):
                let values = try condition.map { try timeline.readings(of: $0, at: seq) }
                var found = try FoundAction(seq, in: timeline, values: values)
                found.tests = tests
                return .found(found)
            }
        }
    }
}

extension Bisect.Answer: Encodable {
    private enum CodingKeys: CodingKey { case seq, first, last, tests }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .found(let found): try found.encode(to: encoder)
        case .unclear(let seqs, let tests):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeNil(forKey: .seq)
            try container.encode(seqs.lowerBound, forKey: .first)
            try container.encode(seqs.upperBound, forKey: .last)
            try container.encode(tests, forKey: .tests)
        }
    }
}
