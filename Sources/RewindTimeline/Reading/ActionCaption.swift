import RewindSession

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
        let caption = try row(seq, [.at, .type, .status, .origin, .error]) { row in
            ActionCaption(
                seq: seq,
                at: try row.at,
                type: try row.type,
                status: try row.status,
                origin: try row.origin,
                error: try row.error
            )
        }
        guard let caption else { throw damaged(.actionMissing(seq: seq)) }
        return caption
    }
}
