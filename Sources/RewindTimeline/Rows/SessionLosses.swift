import RewindSession

/// The parts of recorded actions that the recording lost.
public struct SessionLosses: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case actions = "lost"
        case effects = "unrecorded_effects"
    }

    /// The number of actions of which neither type nor payload could be written, not counting excluded actions.
    public let actions: Int
    /// The number of recorded actions whose effects are missing or combined with those of later actions.
    public let effects: Int

    package init(actions: Int = 0, effects: Int = 0) {
        (self.actions, self.effects) = (actions, effects)
    }

    /// Counts the losses of `session`.
    ///
    /// - Complexity: Linear in the actions.
    /// - Throws: `SessionError`.
    package init(of session: SessionReader) throws {
        let sql = """
            SELECT count(*) FILTER (WHERE payload IS NULL AND status = 'dropped'),
                count(*) FILTER (WHERE payload IS NOT NULL AND patch IS NULL AND status <> 'began')
            FROM action WHERE type IN (SELECT id FROM action_type WHERE name <> ?)
            """
        self = try session.read { db in
            try db.fetchOne(sql, [ActionRecord.notRecordedType]) { row in
                SessionLosses(actions: row.value(0) ?? 0, effects: row.value(1) ?? 0)
            } ?? SessionLosses()
        }
    }
}
