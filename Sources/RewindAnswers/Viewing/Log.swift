import RewindSession
import RewindTimeline
import RewindTree

/// Which actions were dispatched?
///
/// ```swift
/// for action in try session.answer(Log(types: ["*Error*"], limit: 3)).actions {
///     print(action.seq, action.type)  // 63 ArticleDetailErrorAction
/// }
/// ```
///
/// - Complexity: Linear in the actions; with ``pointer``, the cost of reading the value for each action that may have
///   changed it.
public struct Log: Question {
    /// The actions of a session.
    public struct Answer: Encodable, Sendable {
        /// The actions, oldest first or ``Log/latestFirst``. The last action of the session has the
        /// `RecordedAction/ending`.
        public let actions: [RecordedAction]
    }

    public static let parameters = [
        QuestionParameter("from", .reference, "The first action"),
        QuestionParameter("through", .reference, "The last action"),
        QuestionParameter("pointer", .pointer, "Only actions that changed this value"),
        QuestionParameter("type", .list, "Globs, such as *Error*; with ! in front, only others"),
        QuestionParameter("status", .word(ActionOutcome.allCases.map(\.rawValue)), "Only actions with this status"),
        QuestionParameter("limit", .count, "The maximum number of actions, of which the last ones are returned"),
        QuestionParameter("reverse", .flag, "The latest action first"),
    ]

    /// The first action; by default that of the session.
    public var from: PointInTime?
    /// The last action; by default that of the session.
    public var through: PointInTime?
    /// Only actions that changed the value at this pointer.
    public var pointer: JSONPointer?
    /// Patterns for the names of types, with `*`, `?`, `[a-z]` and `[^a-z]`. One of them must match, and none that begins
    /// with `!`.
    public var types: [String] = []
    /// Only actions with this outcome.
    public var status: ActionOutcome?
    /// The maximum number of actions, of which the last ones are returned; nil for all.
    public var limit: Int?
    /// Whether to return the latest action first.
    public var latestFirst = false

    private enum CodingKeys: String, CodingKey {
        case from, through, pointer, status, limit
        case types = "type"
        case latestFirst = "reverse"
    }

    public init(
        types: [String] = [],
        from: PointInTime? = nil,
        through: PointInTime? = nil,
        touching pointer: JSONPointer? = nil,
        status: ActionOutcome? = nil,
        limit: Int? = nil,
        latestFirst: Bool = false
    ) {
        self.types = types
        self.from = from
        self.through = through
        self.pointer = pointer
        self.status = status
        self.limit = limit
        self.latestFirst = latestFirst
    }

    public func answer(in session: Session) throws -> Answer {
        var actions: [RecordedAction] = []
        try forEachAction(in: session) { actions.append($0) }
        return Answer(actions: actions)
    }

    /// Returns the range of the selected actions; nil for the whole session.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    package func seqs(in session: Session) throws -> ClosedRange<Int>? {
        let timeline = session.timeline
        let range = ReferenceRange(from: from, to: through)
        let seqs = from == nil && through == nil ? nil : try timeline.seqs(of: range)
        guard limit != nil, !latestFirst else { return seqs }
        var last = filter(seqs)
        last.isReversed = true
        last.limit = limit
        last.readsPayloads = false
        var first: Int?
        try timeline.forEachAction(last, touching: pointer?.pointer) { record in
            first = record.seq
            return true
        }
        return first.map { $0...(seqs?.upperBound ?? timeline.last) } ?? seqs
    }

    /// Calls `body` with each action in its order, as it is read.
    ///
    /// - Throws: `SessionError`, `TimelineError`, or an error of `body`.
    package func forEachAction(
        in session: Session,
        readsPayloads: Bool = true,
        _ body: (RecordedAction) throws -> Void
    ) throws {
        let timeline = session.timeline
        if pointer != nil { try timeline.know(allIn: [timeline.first...timeline.last]) }
        let branches = try session.branches()
        var filter = filter(try seqs(in: session))
        filter.readsPayloads = readsPayloads
        filter.isReversed = latestFirst
        filter.limit = limit
        try timeline.forEachAction(filter, touching: pointer?.pointer) { record in
            var action = RecordedAction(record)
            action.isUndone = branches.isUndone(action.seq)
            if action.seq == timeline.last { action.ending = try timeline.session.ending() }
            try body(action)
            return true
        }
    }

    /// Returns the filter for a range of actions.
    package func filter(_ seqs: ClosedRange<Int>? = nil) -> ActionFilter {
        var filter = ActionFilter(after: seqs.map { $0.lowerBound - 1 })
        filter.through = seqs?.upperBound
        filter.typeGlobs = types.filter { !$0.hasPrefix("!") }
        filter.excludedGlobs = types.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        filter.outcome = status
        return filter
    }
}
