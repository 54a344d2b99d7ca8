import RewindSession
import RewindTimeline

/// What happened in an effect?
///
/// ```swift
/// let effect = try session.answer(ShowEffect("effect:7"))
/// print(effect.name, effect.outcome ?? "")  // GET /items {"code":500}
/// ```
///
/// The answer has the code `outOfRange` as an error if there is no such effect, and `malformedReference` if the
/// reference is of another form.
public struct ShowEffect: Question {
    public static let parameters = [
        QuestionParameter("at", .reference, "The effect, as effect:N", isRequired: true)
    ]

    /// The effect, such as `effect:7`.
    public var at: PointInTime

    public init(_ reference: PointInTime) {
        at = reference
    }

    public func answer(in session: Session) throws -> RecordedEffect {
        guard let id = at.effect else { throw TimelineError.malformedReference(at.text) }
        guard let row = try session.timeline.session.effect(id) else { throw TimelineError.noSuchEffect(id) }
        return RecordedEffect(row)
    }
}

/// Which effects did the app start, and how did they end?
///
/// ```swift
/// for effect in try session.answer(Effects(names: ["GET *"], failed: true)).effects {
///     print(effect.id, effect.name, effect.outcome ?? "")  // 7 GET /items {"code":500}
/// }
/// ```
///
/// - Complexity: Linear in the effects.
public struct Effects: Question {
    /// The effects of a session.
    public struct Answer: Encodable, Sendable {
        /// The effects in the order in which they began, or ``Effects/latestFirst``.
        public let effects: [RecordedEffect]
    }

    public static let parameters = [
        QuestionParameter("from", .reference, "Only effects that began after this action was dispatched"),
        QuestionParameter("through", .reference, "Only effects that began before the action after this one"),
        QuestionParameter("name", .list, "Globs, such as GET *; with ! in front, only others"),
        QuestionParameter("failed", .flag, "Only effects that failed"),
        QuestionParameter("canceled", .flag, "Only canceled effects; with failed, both"),
        QuestionParameter("open", .flag, "Only effects that had not ended; with failed or canceled, these, too"),
        QuestionParameter("slow", .duration, "Only effects that took at least this long, such as 500ms"),
        QuestionParameter("notes", .flag, "Notes and screenshots, too"),
        QuestionParameter("limit", .count, "The maximum number of effects, of which the last ones are returned"),
        QuestionParameter("reverse", .flag, "The latest effect first"),
    ]

    /// Only effects that began after this action was dispatched; by default all.
    public var from: PointInTime?
    /// Only effects that began before the action after this one; by default all.
    public var through: PointInTime?
    /// Patterns for names, with `*`, `?`, `[a-z]` and `[^a-z]`. One of them must match, and none that begins with `!`.
    public var names: [String] = []
    /// Whether to select the effects that failed. If neither this, ``canceled``, nor ``open`` is set, all are selected.
    public var failed = false
    /// Whether to select the canceled effects.
    public var canceled = false
    /// Whether to select the effects that had not ended when the recording did.
    public var open = false
    private var least: WrittenDuration?
    /// Whether to return notes and screenshots, too.
    public var includesNotes = false
    /// The maximum number of effects, of which the last ones are returned; nil for all.
    public var limit: Int?
    /// Whether to return the latest effect first.
    public var latestFirst = false

    private enum CodingKeys: String, CodingKey {
        case from, through, failed, canceled, open, limit
        case names = "name"
        case least = "slow"
        case includesNotes = "notes"
        case latestFirst = "reverse"
    }

    public init(
        names: [String] = [],
        from: PointInTime? = nil,
        through: PointInTime? = nil,
        failed: Bool = false,
        canceled: Bool = false,
        open: Bool = false,
        slow: Duration? = nil,
        includesNotes: Bool = false,
        limit: Int? = nil,
        latestFirst: Bool = false
    ) {
        self.names = names
        self.from = from
        self.through = through
        self.failed = failed
        self.canceled = canceled
        self.open = open
        self.includesNotes = includesNotes
        self.limit = limit
        self.latestFirst = latestFirst
        self.slow = slow
    }

    /// The minimum time from the beginning to the end, to the microsecond; nil to include effects of any length.
    public var slow: Duration? {
        get { least.map { .microseconds($0.microseconds) } }
        set { least = newValue.map { WrittenDuration($0) } }
    }

    public func answer(in session: Session) throws -> Answer {
        var effects: [RecordedEffect] = []
        let isTurned = limit != nil && !latestFirst
        try forEachEffect(in: session, latestFirst: latestFirst || isTurned) { effects.append($0) }
        return Answer(effects: isTurned ? effects.reversed() : effects)
    }

    private func forEachEffect(in session: Session, latestFirst: Bool, _ body: (RecordedEffect) throws -> Void) throws {
        let (timeline, reader) = (session.timeline, session.timeline.session)
        let seqs = try timeline.seqs(of: ReferenceRange(from: from, to: through))
        var conditions: [String] = []
        var arguments: [any SQLConvertible] = []
        func add(_ condition: String, _ values: [any SQLConvertible] = []) {
            conditions.append(condition)
            arguments += values
        }
        if from != nil || through != nil { add("effect.seq BETWEEN ? AND ?", [seqs.lowerBound, seqs.upperBound]) }
        if !includesNotes { add("kind IN ('effect', 'flow')") }
        let globs = names.filter { !$0.hasPrefix("!") }
        if !globs.isEmpty { add("(\(globs.map { _ in "name GLOB ?" }.joined(separator: " OR ")))", globs) }
        for glob in names where glob.hasPrefix("!") { add("name NOT GLOB ?", [String(glob.dropFirst())]) }
        let statuses = [
            failed ? "status = 'failed'" : nil, canceled ? "status = 'canceled'" : nil,
            open ? "(outcome.id IS NULL AND kind IN ('effect', 'flow'))" : nil,
        ].compactMap(\.self)
        if !statuses.isEmpty { add("(\(statuses.joined(separator: " OR ")))") }
        // Durations are nanoseconds in the file, which may be too long to be converted.
        if let least { add("duration / 1000 >= ?", [least.microseconds]) }
        var rest = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) "
        rest += "ORDER BY effect.id\(latestFirst ? " DESC" : "")"
        if let limit {
            rest += " LIMIT ?"
            arguments.append(max(0, limit))
        }
        try reader.forEachEffect(rest, arguments) {
            try body(RecordedEffect($0))
            return true
        }
    }
}
