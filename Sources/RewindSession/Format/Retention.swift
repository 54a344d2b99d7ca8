/// How much of a recording is kept: older actions are pruned while it goes on.
///
/// A session can only begin with a state that is stored whole, so what is pruned ends at a snapshot, and the limits are
/// kept with some play:
/// - Each limit is looked at when `SessionWriter.prune` is called, and may be passed by what was written since the call
///   before.
/// - What follows the newest snapshot stays. While states are known, that is at most `snapshotInterval` actions, or
///   `SessionFormat.snapshotInterval` that were written before the first call.
/// - What the app's undo may need stays: the state that the store is at, and all from where a branch starts that goes on
///   after the new beginning.
/// - When a limit is passed, more is pruned than it asks for, so that the next time is not near: a quarter of it, of
///   actions `largestPruning` at most.
/// - Where the newest state alone takes 7/8 of `maxBytes` or more, the session is let grow to 9/8 of what it takes.
///
/// That is so while a recording goes on. Of a session that was closed, `SessionPruning.prune` lets all stay that
/// `maxActions` and `maxAge` ask for, and what comes before that up to the nearest snapshot.
package struct Retention: Hashable, Sendable {
    /// How many actions are kept at the most; of a closed session, at the least.
    package var maxActions: Int?
    /// How many bytes of the file are in use at the most. Free pages inside it, which are used again, and the
    /// write-ahead log do not count.
    package var maxBytes: Int?
    /// How old the oldest action is at the most, in microseconds; of a closed session, all that are younger are kept.
    package var maxAge: Int64?

    package init(maxActions: Int? = nil, maxBytes: Int? = nil, maxAge: Int64? = nil) {
        self.maxActions = maxActions
        self.maxBytes = maxBytes
        self.maxAge = maxAge
    }

    /// How many actions one pruning removes beyond `maxActions` at the most, so that none keeps the writer for long.
    package static let largestPruning = 8_192

    /// The longest run of actions between two snapshots: short where few actions are kept, so that what is left after
    /// a pruning is at least half of them.
    package var snapshotInterval: Int {
        maxActions.map { min(max($0 / 4, 64), SessionFormat.snapshotInterval) } ?? SessionFormat.snapshotInterval
    }
}

extension Retention {
    /// How far a pruning goes when a limit was passed.
    package enum Slack {
        /// So far that the next one is not near: for a recording that goes on.
        case some
        /// As far as the limit asks for: for a session that was closed.
        case none
    }

    /// How many actions a pruning leaves at the most; nil without a limit.
    package func actions(after slack: Slack) -> Int? {
        maxActions.map { slack == .some ? max($0 - $0 / 4, $0 - Self.largestPruning) : $0 }
    }

    /// How many bytes a pruning aims at; nil without a limit.
    package func bytes(after slack: Slack) -> Int? {
        maxBytes.map { slack == .some ? $0 - $0 / 4 : $0 }
    }

    /// The time before which a pruning leaves no action; nil without a limit.
    package func oldest(after slack: Slack, now: Int64) -> Int64? {
        maxAge.map { now.subtractingClamped(slack == .some ? $0 - $0 / 4 : $0) }
    }
}

extension Int64 {
    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}
