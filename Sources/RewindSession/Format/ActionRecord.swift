import RewindTree

/// One row of the log: an action, and what it did to the state.
package struct ActionRecord: Sendable {
    /// What became of an action.
    package enum Status: String, Sendable, CaseIterable {
        /// It was dispatched, and the process ended before its state was there.
        case began
        /// Its state is recorded.
        case done
        /// The reducer reported an error.
        case failed
        /// It was dispatched while nothing could be written: only its number and, where known, its effect are left.
        case dropped
    }

    /// How the payload was made.
    package enum Coder: String, Sendable, CaseIterable {
        /// With `Codable`: it decodes back into the action.
        case codable
        /// By reflection: for people to read.
        case reflected
    }

    /// The number of the action, from 1.
    package var seq: Int
    /// The seq whose state the action was applied to.
    package var parent: Int
    /// When it was dispatched, in microseconds since 1970.
    package var at: Int64
    /// The name of the action's type.
    package var type: String
    package var coder: Coder
    /// The action's value, nil when it was lost or could not be encoded.
    package var payload: Tree?
    /// What changed from the parent's state, nil when that is not known.
    package var patch: Patch?
    /// Nanoseconds until the state was there, nil when not measured.
    package var duration: Int64?
    package var status: Status
    /// `file:line` of the dispatch, when the app gave it.
    package var origin: String?
    /// What its reducer reported when it failed.
    package var error: String?

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
        error: String? = nil
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
    }

    /// The name that stands in the place of a type for actions that the app did not want to be recorded.
    package static let notRecordedType = "(not recorded)"

    /// The name that stands in the place of a type for an action for which there was no room.
    private static let withoutRoomType = "(dropped)"

    /// Whether a row with this type stands for what has no row of its own.
    package static func isGap(type: String) -> Bool {
        [notRecordedType, withoutRoomType, damagedType].contains(type)
    }

    /// The row that stands for actions that the app did not want to be recorded, `count` if that is known.
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

    /// The row of an action of which damage to the file left nothing.
    package static func damaged(seq: Int, parent: Int, at: Int64) -> ActionRecord {
        ActionRecord(seq: seq, parent: parent, at: at, type: damagedType, coder: .reflected, status: .dropped)
    }

    /// The row of an action for which there was no room.
    package static func withoutRoom(seq: Int, parent: Int, at: Int64) -> ActionRecord {
        ActionRecord(seq: seq, parent: parent, at: at, type: withoutRoomType, coder: .reflected, status: .dropped)
    }
}
