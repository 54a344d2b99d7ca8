import RewindTree

/// One row of the log: an action, and its effect on the state.
package struct ActionRecord: Sendable {
    /// The outcome of an action.
    package enum Status: String, Sendable, CaseIterable {
        /// The action was dispatched, but the process ended before its resulting state was known.
        case began
        /// The resulting state is recorded.
        case done
        /// The reducer reported an error.
        case failed
        /// Nothing could be written when the action was dispatched: only its number and any known effect are recorded.
        case dropped
    }

    /// The way the payload was encoded.
    package enum Coder: String, Sendable, CaseIterable {
        /// With `Codable`: it decodes back into the action.
        case codable
        /// By reflection, for reading only.
        case reflected
    }

    /// The number of the action, from 1.
    package var seq: Int
    /// The seq whose state the action was applied to.
    package var parent: Int
    /// The time of the dispatch, in microseconds since 1970.
    package var at: Int64
    /// The type name of the action.
    package var type: String
    package var coder: Coder
    /// The value of the action; nil if it was lost or could not be encoded.
    package var payload: Tree?
    /// The changes to the parent's state; nil if unknown.
    package var patch: Patch?
    /// The time until the resulting state was known, in nanoseconds; nil if not measured.
    package var duration: Int64?
    package var status: Status
    /// `file:line` of the dispatch, if the app gave it.
    package var origin: String?
    /// The error that its reducer reported.
    package var error: String?
    /// The effect or action in which it was dispatched; nil if unknown.
    package var cause: CauseReference?

    package init(
        seq: Int,
        parent: Int,
        at: Int64,
        type: String,
        coder: Coder = .codable,
        payload: Tree? = nil,
        patch: Patch? = nil,
        duration: Int64? = nil,
        status: Status = .done,
        origin: String? = nil,
        error: String? = nil,
        cause: CauseReference? = nil
    ) {
        self.seq = seq
        self.parent = parent
        self.at = at
        self.type = type
        self.coder = coder
        self.payload = payload
        self.patch = patch
        self.duration = duration
        self.status = status
        self.origin = origin
        self.error = error
        self.cause = cause
    }

    /// The type name in rows for actions that the app excluded from the recording.
    package static let notRecordedType = "(not recorded)"

    /// The type name in rows for actions that were lost because the queue was full.
    private static let withoutRoomType = "(dropped)"

    /// Returns true if a row with this type stands for actions that have no rows.
    package static func isGap(type: String) -> Bool {
        [notRecordedType, withoutRoomType, damagedType].contains(type)
    }

    /// Returns the row for actions that the app excluded from the recording; `count` is their number, if known.
    package static func notRecorded(seq: Int, parent: Int, at: Int64, count: Int? = nil) -> ActionRecord {
        ActionRecord(
            seq: seq,
            parent: parent,
            at: at,
            type: notRecordedType,
            coder: .reflected,
            payload: count.map { ["actions": .integer(Int64($0))] },
            status: .dropped
        )
    }

    private static let damagedType = "(damaged)"

    /// Returns the row for an action that was lost to damage in the file.
    package static func damaged(seq: Int, parent: Int, at: Int64) -> ActionRecord {
        ActionRecord(seq: seq, parent: parent, at: at, type: damagedType, coder: .reflected, status: .dropped)
    }

    /// Returns the row for an action that was lost because the queue was full.
    package static func withoutRoom(seq: Int, parent: Int, at: Int64) -> ActionRecord {
        ActionRecord(seq: seq, parent: parent, at: at, type: withoutRoomType, coder: .reflected, status: .dropped)
    }
}
