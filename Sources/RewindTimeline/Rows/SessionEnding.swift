import RewindSession

/// The end of a recording.
public struct SessionEnding: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case how, last, unwritten
        case underWay = "under_way"
    }

    /// An action and the name of its type.
    public struct Action: Hashable, Encodable, Sendable {
        public let seq: Int
        public let type: String

        package init(seq: Int, type: String) {
            self.seq = seq
            self.type = type
        }
    }

    /// The way in which a recording ends.
    public enum How: String, Encodable, Sendable {
        /// The recording was closed.
        case closed
        /// The app was killed or crashed.
        case crashed
        /// The app was in the background, with nothing under way, and was ended there.
        case suspended
        /// The recording has not ended.
        case live
        /// The recording was not closed, and its latest actions may be missing.
        case unfinished
    }

    public let how: How
    /// The seq of the last action; that of the first state if there are no actions.
    public let last: Int
    /// The actions being dispatched at the end, one for each of a few threads at most.
    public let underWay: [Action]
    /// The number of actions before those that had returned, but whose effects were never written.
    public let unwritten: Int

    package init(_ how: How, last: Int, underWay: [Action] = [], unwritten: Int = 0) {
        self.how = how
        self.last = last
        self.underWay = underWay
        self.unwritten = unwritten
    }
}

extension SessionReader {
    /// The maximum number of actions in progress to return.
    private static let maximumUnderWayCount = 16

    /// Returns the way in which the recording ended.
    ///
    /// - Complexity: Linear in the actions with unknown effects at its end.
    /// - Throws: `SessionError`.
    package func ending() throws -> SessionEnding {
        let (first, last, facts) = (try firstSeq(), try lastSeq(), try facts())
        guard first < last else { return SessionEnding(how(facts, hasActionsUnderWay: false), last: last) }
        let known = try lastKnownEffect(in: first + 1...last) ?? first
        guard known < last else { return SessionEnding(how(facts, hasActionsUnderWay: false), last: last) }
        return try read { db in
            let range: [any SQLConvertible] = [known + 1, last]
            let sql = "FROM action LEFT JOIN action_type ON action_type.id = action.type WHERE seq BETWEEN ? AND ?"
            let count = try db.fetchOne(
                Int.self,
                "SELECT count(*) \(sql) AND status <> 'began' AND payload IS NOT NULL AND name <> ?",
                range + [ActionRecord.notRecordedType]
            )
            let underWay = try db.fetchAll(
                "SELECT seq, name \(sql) AND status = 'began' ORDER BY seq LIMIT ?",
                range + [Self.maximumUnderWayCount]
            ) { SessionEnding.Action(seq: $0.value(0) ?? 0, type: $0.value(1) ?? "?") }
            return SessionEnding(
                how(facts, hasActionsUnderWay: !underWay.isEmpty),
                last: last,
                underWay: underWay,
                unwritten: count ?? 0
            )
        }
    }

    private func how(_ facts: [String: String], hasActionsUnderWay: Bool) -> SessionEnding.How {
        if isLive { return .live }
        if isUnfinished { return .unfinished }
        let how = SessionSummary.How(endedBy: facts[SessionFact.endedByKey], hasActionsUnderWay: hasActionsUnderWay)
        return SessionEnding.How(rawValue: how.rawValue) ?? .closed
    }
}
