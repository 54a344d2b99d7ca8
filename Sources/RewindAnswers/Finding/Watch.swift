import RewindTimeline

/// Which actions make a condition true?
///
/// ```swift
/// let found = try session.answer(Watch("at('/home/pageNumber') > 1", limit: 1)).found.first
/// print(found?.action.type ?? "never")  // SetPageNumber
/// ```
///
/// The condition is a SQLite expression over `seq`, `type`, `at('/pointer')`, `was('/pointer')`, `payload('/pointer')`,
/// `cause()`, which is the name of the effect or action that caused the action, and `effect('GET *')`, which is true if
/// an effect or flow with such a name is among its causes. It is true after the action, and was not in the state that
/// the action was applied to.
///
/// - Complexity: For a condition on values of states alone, linear in the actions that may have changed one of them;
///   otherwise linear in the actions.
public struct Watch: Question {
    /// The actions that make a condition true.
    public struct Answer: Encodable, Sendable {
        /// The actions, oldest first or ``Watch/latestFirst``.
        public let found: [FoundAction]
    }

    public static let parameters = [
        QuestionParameter("where", .expression, "The condition", isRequired: true),
        QuestionParameter("from", .reference, "The first action"),
        QuestionParameter("through", .reference, "The last action"),
        QuestionParameter("limit", .count, "The maximum number of actions"),
        QuestionParameter("changes", .flag, "Also find what each action changed"),
        QuestionParameter("reverse", .flag, "Search from the last action back"),
    ]

    public var condition: String
    /// The first action; by default that of the session.
    public var from: PointInTime?
    /// The last action; by default that of the session.
    public var through: PointInTime?
    /// The maximum number of actions; nil for all.
    public var limit: Int?
    /// Whether to find the changes of each action, too.
    public var includesChanges = false
    /// Whether to search from the last action back.
    public var latestFirst = false

    private enum CodingKeys: String, CodingKey {
        case from, through, limit
        case includesChanges = "changes"
        case condition = "where"
        case latestFirst = "reverse"
    }

    public init(
        _ condition: String,
        from: PointInTime? = nil,
        through: PointInTime? = nil,
        limit: Int? = nil,
        includesChanges: Bool = false,
        latestFirst: Bool = false
    ) {
        self.condition = condition
        self.from = from
        self.through = through
        self.limit = limit
        self.includesChanges = includesChanges
        self.latestFirst = latestFirst
    }

    public func answer(in session: Session) throws -> Answer {
        var found: [FoundAction] = []
        try forEachAction(in: session) { found.append($0) }
        return Answer(found: found)
    }

    /// Calls `body` with each action in its order, as it is found.
    ///
    /// - Returns: The state from which on a condition can become true.
    /// - Throws: `SessionError`, `TimelineError`, or an error of `body`.
    @discardableResult
    package func forEachAction(in session: Session, _ body: (FoundAction) throws -> Void) throws -> Int {
        let (timeline, limit) = (session.timeline, limit ?? .max)
        let condition = try session.conditions.condition(condition)
        let actions = try timeline.actions(of: ReferenceRange(from: from, to: through))
        let states = actions.lowerBound - 1...actions.upperBound
        try timeline.know(allIn: [states])
        var count = 0
        var matches = try timeline.matches(
            of: condition,
            from: latestFirst ? states.upperBound : states.lowerBound,
            isReversed: latestFirst,
            onEvaluation: { [latestFirst] seq in
                let progress = Progress("searching", at: seq, of: states, isReversed: latestFirst, found: count)
                try session.onProgress(progress)
            }
        )
        while count < limit, let match = try matches.next(), actions.contains(match.seq) {
            count += 1
            let (seq, values) = (match.seq, match.readings)
            try body(FoundAction(seq, in: session, values: values, includesChanges: includesChanges))
        }
        return states.lowerBound
    }
}
