/// The limits of a recording: older actions are pruned while it continues.
///
/// A session can only begin with a snapshot, so pruning ends at one, and the limits are approximate:
/// - Each limit is checked by `SessionWriter.prune`, and may be exceeded by the data written since the previous call.
/// - Everything after the newest snapshot stays. While states are known, that is at most `snapshotInterval` actions, or
///   `SessionFormat.snapshotInterval` actions written before the first call.
/// - States that undo in the app may need stay: the current state of the store, and everything from the start of any
///   branch that continues after the new beginning.
/// - When a limit is exceeded, more is pruned than necessary, so that the next pruning is not soon: a quarter of the
///   limit, but at most `largestPruning` actions.
/// - If the newest state alone takes 7/8 of `maxBytes` or more, the session may grow to 9/8 of that state's size.
///
/// This applies while a recording continues. In a closed session, `SessionPruning.prune` keeps everything that
/// `maxActions` and `maxAge` allow, and the actions before that up to the nearest snapshot.
package struct Retention: Hashable, Sendable {
    /// The maximum number of actions to keep; for a closed session, the minimum.
    package var maxActions: Int?
    /// The maximum number of bytes in use in the file. Free pages inside it, which are reused, and the write-ahead log
    /// are not counted.
    package var maxBytes: Int?
    /// The maximum age of the oldest action, in microseconds; in a closed session, all younger actions are kept.
    package var maxAge: Int64?

    package init(maxActions: Int? = nil, maxBytes: Int? = nil, maxAge: Int64? = nil) {
        self.maxActions = maxActions
        self.maxBytes = maxBytes
        self.maxAge = maxAge
    }

    /// The maximum number of actions that one pruning removes beyond `maxActions`, to limit the time it takes.
    package static let largestPruning = 8_192

    /// The maximum number of actions between two snapshots: lower if few actions are kept, so that at least half of
    /// them are left after pruning.
    package var snapshotInterval: Int {
        maxActions.map { min(max($0 / 4, 64), SessionFormat.snapshotInterval) } ?? SessionFormat.snapshotInterval
    }
}

extension Retention {
    /// The extent of a pruning after a limit was exceeded.
    package enum Slack {
        /// More than necessary, so that the next pruning is not soon: for a recording that continues.
        case some
        /// Only as far as the limit requires: for a closed session.
        case none
    }

    /// Returns the maximum number of actions after a pruning; nil without a limit.
    package func actions(after slack: Slack) -> Int? {
        maxActions.map { slack == .some ? max($0 - $0 / 4, $0 - Self.largestPruning) : $0 }
    }

    /// Returns the target size of a pruning in bytes; nil without a limit.
    package func bytes(after slack: Slack) -> Int? {
        maxBytes.map { slack == .some ? $0 - $0 / 4 : $0 }
    }

    /// Returns the time of the oldest action after a pruning; nil without a limit.
    package func oldest(after slack: Slack, now: Int64) -> Int64? {
        maxAge.map { now.subtractingClamped(slack == .some ? $0 - $0 / 4 : $0) }
    }
}
