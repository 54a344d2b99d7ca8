/// What a person tells actions apart by, without what they hold.
package struct ActionCaption: Sendable {
    package let seq: Int
    /// When it was dispatched, in microseconds since 1970.
    package let at: Int64
    /// The name of the action's type.
    package let type: String
    package let status: ActionRecord.Status
    /// `file:line` of the dispatch, when the app gave it.
    package let origin: String?
    /// What its reducer reported when it failed.
    package let error: String?
}

extension SessionReader {
    /// The caption of action `seq`.
    ///
    /// - Throws: `SessionError.damaged` when there is no such action, or its row makes no sense.
    package func caption(_ seq: Int) throws -> ActionCaption {
        try read { db in
            func malformed(_ column: String) -> SessionError {
                damaged(.malformed(table: "action", column: column, row: seq))
            }
            let sql = """
                SELECT at, name, status, origin, error
                FROM action LEFT JOIN action_type ON action_type.id = action.type WHERE seq = ?
                """
            let caption = try db.fetchOne(sql, [seq]) { row in
                guard let at: Int64 = row.value(0) else { throw malformed("at") }
                guard let type: String = row.value(1) else { throw malformed("type") }
                guard let text: String = row.value(2), let status = ActionRecord.Status(rawValue: text) else {
                    throw malformed("status")
                }
                return ActionCaption(
                    seq: seq,
                    at: at,
                    type: type,
                    status: status,
                    origin: row.value(3),
                    error: row.value(4)
                )
            }
            guard let caption else { throw damaged(.actionMissing(seq: seq)) }
            return caption
        }
    }
}
