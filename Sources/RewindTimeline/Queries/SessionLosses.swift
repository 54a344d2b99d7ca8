import RewindSession

/// What a recording could not keep of the actions that it has.
package struct SessionLosses: Hashable, Sendable {
    /// Actions of which neither type nor value could be written. Those that the app left out are not among them.
    package let actions: Int
    /// Actions that are there, whose effects are not, or only together with those of later ones.
    package let effects: Int

    package init(actions: Int = 0, effects: Int = 0) {
        (self.actions, self.effects) = (actions, effects)
    }

    /// Counts what `session` could not keep.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: `SessionError`.
    package init(of session: SessionReader) throws {
        let sql = """
            SELECT count(*) FILTER (WHERE payload IS NULL AND status = 'dropped'),
                count(*) FILTER (WHERE payload IS NOT NULL AND patch IS NULL AND status <> 'began')
            FROM action LEFT JOIN action_type ON action_type.id = action.type WHERE name <> ?
            """
        self = try session.read { db in
            try db.fetchOne(sql, [ActionRecord.notRecordedType]) { row in
                SessionLosses(actions: row.value(0) ?? 0, effects: row.value(1) ?? 0)
            } ?? SessionLosses()
        }
    }
}
