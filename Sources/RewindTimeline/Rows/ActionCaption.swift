import RewindSession

/// The properties by which a person recognizes an action, without its payload and patch.
package struct ActionCaption: Sendable {
    package let seq: Int
    /// The time of the dispatch, in microseconds since 1970.
    package let at: Int64
    package let type: String
    package let status: ActionRecord.Status
    /// `file:line` of the dispatch, if the app provided it.
    package let origin: String?
    /// The error that the reducer reported.
    package let error: String?
}

extension SessionReader {
    /// Returns the caption of action `seq`.
    ///
    /// - Throws: `SessionError.damaged` if there is no such action or its row is malformed.
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
