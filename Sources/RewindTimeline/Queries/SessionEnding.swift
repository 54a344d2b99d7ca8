import RewindSession

/// How a recording ended.
package struct SessionEnding: Hashable, Sendable {
    /// An action with the name of its type.
    package struct Action: Hashable, Sendable {
        package let seq: Int
        package let type: String

        package init(seq: Int, type: String) {
            (self.seq, self.type) = (seq, type)
        }
    }

    package enum Way: String, Sendable {
        /// It was closed.
        case closed
        /// Its app was killed or crashed.
        case crashed
        /// It has not: its app is recording.
        case live
        /// It was not closed, and its latest actions may be missing.
        case unfinished
    }

    package let way: Way
    /// The seq of the last action, that of the first state when there is none.
    package let last: Int
    /// The actions that were under way, of a few threads at the most.
    package let underWay: [Action]
    /// How many actions before those had come back, and their effects were never written.
    package let unwritten: Int

    package init(_ way: Way, last: Int, underWay: [Action] = [], unwritten: Int = 0) {
        (self.way, self.last) = (way, last)
        (self.underWay, self.unwritten) = (underWay, unwritten)
    }
}

extension SessionReader {
    /// How many actions that were under way are told.
    private static let mostUnderWay = 16

    /// How the recording ended.
    ///
    /// - Complexity: linear in the actions at its end whose effects are not known.
    /// - Throws: `SessionError`.
    package func ending() throws -> SessionEnding {
        let (first, last, facts) = (try firstSeq(), try lastSeq(), try facts())
        guard first < last else { return SessionEnding(way(facts, hasActionsUnderWay: false), last: last) }
        let known = try lastKnownEffect(in: first + 1...last) ?? first
        guard known < last else { return SessionEnding(way(facts, hasActionsUnderWay: false), last: last) }
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
                range + [Self.mostUnderWay]
            ) { SessionEnding.Action(seq: $0.value(0) ?? 0, type: $0.value(1) ?? "?") }
            return SessionEnding(
                way(facts, hasActionsUnderWay: !underWay.isEmpty),
                last: last,
                underWay: underWay,
                unwritten: count ?? 0
            )
        }
    }

    /// A session that was finished by an older version does not say that it was not closed: its actions may.
    private func way(_ facts: [String: String], hasActionsUnderWay: Bool) -> SessionEnding.Way {
        if isLive { return .live }
        if isUnfinished { return .unfinished }
        return hasActionsUnderWay || facts[SessionFact.endedByKey] == SessionFact.endedByCrash ? .crashed : .closed
    }
}
