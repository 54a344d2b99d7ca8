import RewindTimeline
import RewindTree

/// Which values did a pointer have, and what wrote them?
///
/// ```swift
/// let answer = try session.answer(History("/home/pageNumber", limit: 3))
/// print(answer.writes.map(\.seq))  // [12, 30, 41]
/// ```
///
/// An element of an array is followed back when other elements are inserted, removed or moved.
///
/// - Complexity: For each write the complexity of ``Blame``.
public struct History: Question {
    /// The writes of a value.
    public struct Answer: Encodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case writes
            case hasEarlier = "earlier"
            case hasLater = "later"
        }

        /// The writes, oldest first or ``History/latestFirst``.
        public let writes: [RecordedWrite]
        /// True if there are earlier writes than those asked for.
        public let hasEarlier: Bool
        /// True if there are later writes than those asked for.
        public let hasLater: Bool
    }

    public static let parameters = [
        QuestionParameter("pointer", .pointer, "The value", isRequired: true),
        QuestionParameter("from", .reference, "The first action whose write is returned"),
        QuestionParameter("through", .reference, "The last one; the cursor, or with `from` the end of its branch"),
        QuestionParameter("limit", .count, "The maximum number of writes, of which the last ones are returned"),
        QuestionParameter("later", .count, "The maximum number of writes after `through`"),
        QuestionParameter("toward", .reference, "A state that follows, to which later writes lead"),
        QuestionParameter("where", .expression, "Only writes after which this is true"),
        QuestionParameter("reverse", .flag, "The latest write first"),
    ]

    /// The pointer to the value in the state at ``through``.
    public var pointer: JSONPointer
    /// The first action whose write is returned.
    public var from: PointInTime?
    /// The state up to which writes are returned; by default that of the cursor, and with ``from`` the end of its branch.
    public var through: PointInTime?
    /// The maximum number of writes up to ``through``, of which the last ones are returned; nil for all.
    public var limit: Int?
    /// The maximum number of writes after ``through``, on the path to ``toward``.
    public var later: Int?
    /// A state that follows ``through``.
    public var toward: PointInTime?
    /// A SQLite expression as in ``Watch``: only writes after which it is true are returned.
    public var condition: String?
    /// Whether to return the latest write first.
    public var latestFirst = false

    private enum CodingKeys: String, CodingKey {
        case pointer, from, through, limit, later, toward
        case condition = "where"
        case latestFirst = "reverse"
    }

    public init(
        _ pointer: JSONPointer,
        from: PointInTime? = nil,
        through: PointInTime? = nil,
        limit: Int? = nil,
        where condition: String? = nil,
        latestFirst: Bool = false
    ) {
        self.pointer = pointer
        self.from = from
        self.through = through
        self.limit = limit
        self.condition = condition
        self.latestFirst = latestFirst
    }

    public func answer(in session: Session) throws -> Answer {
        var question = self
        question.latestFirst = true
        let (limit, later) = (max(0, limit ?? .max - 1), max(0, later ?? 0))
        question.limit = limit + 1
        var writes: [RecordedWrite] = []
        if limit > 0 { try question.forEachWrite(in: session) { writes.append($0) } }
        let hasEarlier = writes.count > limit
        var after: [RecordedWrite] = []
        if later > 0, let toward {
            let timeline = session.timeline
            let last = try seqs(in: session).upperBound
            let tip = try session.tip(toward, through: last)
            try timeline.forEachWrite(of: pointer.pointer, after: last, toward: tip) { write in
                after.append(try RecordedWrite(write, in: timeline.session))
                return after.count <= later
            }
        }
        let all = Array(after.prefix(later).reversed() + writes.prefix(limit))
        return Answer(
            writes: latestFirst ? all : all.reversed(),
            hasEarlier: hasEarlier,
            hasLater: after.count > later
        )
    }

    /// Returns the actions whose writes are returned, up to ``through``.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    package func seqs(in session: Session) throws -> ClosedRange<Int> {
        let timeline = session.timeline
        let end = try from == nil ? timeline.cursor() : timeline.tip()
        return try timeline.seqs(of: ReferenceRange(from: from, to: through), end: end)
    }

    /// Calls `body` with each write up to ``through`` in its order, as it is found.
    ///
    /// - Returns: The number of writes for which the condition was evaluated.
    /// - Throws: `SessionError`, `TimelineError`, or an error of `body`.
    @discardableResult
    package func forEachWrite(in session: Session, _ body: (RecordedWrite) throws -> Void) throws -> Int {
        let (timeline, pointer, limit) = (session.timeline, pointer.pointer, limit ?? .max)
        let seqs = try seqs(in: session)
        let last = seqs.upperBound
        try timeline.know(allIn: timeline.path(to: last).ranges)
        let holds = try condition.map(session.conditions.condition).map(timeline.test)
        var first = seqs.lowerBound
        if limit < .max, !latestFirst {
            // Begins at the first of the last writes.
            var left = limit
            try timeline.forEachWrite(of: pointer, from: first, through: last, latestFirst: true) { write in
                try session.onProgress(Progress("searching", at: write.seq, of: seqs, isReversed: true))
                if let holds, try !holds(write.seq) { return true }
                left -= 1
                if left == 0 { first = write.seq }
                return left > 0
            }
        }
        var (count, written) = (0, 0)
        try timeline.forEachWrite(of: pointer, from: first, through: last, latestFirst: latestFirst) { write in
            let range = first...last
            try session.onProgress(Progress("reading", at: write.seq, of: range, isReversed: latestFirst, found: count))
            written += 1
            if let holds, try !holds(write.seq) { return true }
            count += 1
            try body(RecordedWrite(write, in: timeline.session))
            return count < limit
        }
        return written
    }
}
