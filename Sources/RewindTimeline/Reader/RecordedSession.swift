import Foundation
import RewindSession
import RewindTree

/// A recorded session, to be read by a test, a script or an app's own command.
///
/// ```swift
/// let session = try RecordedSession(opening: url)
/// for action in try session.actions(types: "Set*") { print(action.seq, action.type) }
/// let last = try session.lastWrite(of: "/articleDetail/error")
/// let state = try session.value(at: session.last)?.decode(AppState.self)
/// ```
/// A state is named by its seq: 0 is the initial one, and *n* the one right after action *n*. A value in it is named by a
/// JSON Pointer (RFC 6901), of which `""` is the whole.
///
/// It sees the session as it was when it was opened, also while an app records into it. It is used from one thread at a
/// time. What goes wrong with the file is thrown as an error that says what and where.
public final class RecordedSession {
    package let timeline: Timeline
    /// Conditions by their texts: to compile one takes longer than to find where it holds.
    private var conditions: [String: Condition] = [:]

    /// Opens the session at `url`. One that its app did not close is finished first: actions that only its crash log has
    /// are added.
    ///
    /// - Throws: an error where the file is no session that can be read; it is unchanged then.
    public init(opening url: URL) throws {
        timeline = try Timeline(opening: url)
    }

    /// A view of a session that is open already.
    package init(_ timeline: Timeline) {
        self.timeline = timeline
    }

    /// The seq of the first state: 0, or up to where the session was pruned.
    public var first: Int { timeline.first }

    /// The number of the last action, that of the first state when there is none.
    public var last: Int { timeline.last }

    /// What the recording tells of itself, such as `app`, `app_version`, `os`, `started_at` and `state_type`.
    public func facts() throws -> [String: String] {
        try timeline.session.facts()
    }

    /// The seq that a REF of the command line names, such as `12`, `start`, `end~3`, `cursor` or `:bookmark`.
    public func seq(of reference: String) throws -> Int {
        try timeline.seq(of: Reference(parsing: reference))
    }

    // MARK: Actions

    /// Actions, oldest first unless `latestFirst`.
    ///
    /// - Parameters:
    ///   - types: a pattern for the type's name with `*`, `?`, `[a-z]` and `[^a-z]`.
    ///   - pointer: only those that made another value of what is there.
    ///   - seq: only those behind it.
    ///   - limit: how many at the most.
    /// - Complexity: linear in the log; with a pointer, in the actions that may have changed its value.
    public func actions(
        types: String? = nil,
        changing pointer: String? = nil,
        after seq: Int? = nil,
        latestFirst: Bool = false,
        limit: Int? = nil
    ) throws -> [RecordedAction] {
        let filter = ActionFilter(typeGlob: types, after: seq, isReversed: latestFirst, limit: limit)
        var actions: [RecordedAction] = []
        try timeline.forEachAction(filter, touching: pointer.map(Pointer.init(parsing:))) { record in
            actions.append(RecordedAction(record))
            return true
        }
        return actions
    }

    /// The action with a number, nil when there is none.
    public func action(_ seq: Int) throws -> RecordedAction? {
        try timeline.session.action(seq).map { RecordedAction($0) }
    }

    /// The first action after `seq` that makes a condition hold, nil when none does: it does after the action, and did
    /// not before it. With `isReversed`, the last one up to `seq`.
    ///
    /// - Parameter condition: a SQLite expression over `seq`, `type`, `at('/pointer')`, `was('/pointer')` and
    ///   `payload('/pointer')`.
    /// - Complexity: where the condition looks at values of states alone, linear in the actions that may have changed
    ///   one of these; else linear in the actions.
    public func firstAction(
        where condition: String,
        after seq: Int? = nil,
        isReversed: Bool = false
    ) throws -> RecordedAction? {
        let start = min(max(seq ?? (isReversed ? last : first), first), last)
        let compiled = try conditions[condition] ?? Condition(condition)
        // There may be texts without end.
        if conditions.count > 100 { conditions = [:] }
        conditions[condition] = compiled
        let match = try timeline.firstMatch(where: compiled, from: start, isReversed: isReversed)
        return try match.flatMap { try action($0.seq) }
    }

    // MARK: States

    /// The value at `pointer` in the state at `seq`, nil when nothing is there.
    ///
    /// - Complexity: what is on the way to the value, and the patches since the nearest state that is stored whole.
    /// - Throws: `UnknownState` where an action's effect is not known.
    public func value(at seq: Int, _ pointer: String = "") throws -> RecordedValue? {
        let pointer = try Pointer(parsing: pointer)
        try checkState(seq)
        return try timeline.value(at: seq, pointer).map { RecordedValue($0) }
    }

    /// What is different at and below `pointer` between two states.
    ///
    /// - Throws: `UnknownState` where an action's effect is not known.
    public func changes(from: Int, to: Int, at pointer: String = "") throws -> [RecordedChange] {
        let pointer = try Pointer(parsing: pointer)
        for seq in [from, to] { try checkState(seq) }
        return try (timeline.difference(from: from, to: to, at: pointer)?.changes ?? []).map { RecordedChange($0) }
    }

    /// Returns a seq that the session has.
    private func checked(_ seq: Int) throws -> Int {
        guard seq <= last else { throw TimelineError.referenceOutOfRange(String(seq), last: last) }
        guard seq >= first else { throw TimelineError.pruned(String(seq), through: first) }
        return seq
    }

    private func checkState(_ seq: Int) throws {
        let seq = try checked(seq)
        if let gap = try timeline.gap(endingWith: seq) {
            throw UnknownState(seq: seq, action: gap.first, lastKnown: try timeline.parent(of: gap.first))
        }
    }

    /// The state at a seq is not known: the effect of an action was not written, as the process was killed or there was
    /// no room. `rewind replay` can recover it with the app's reducers.
    public struct UnknownState: Error, Hashable, CustomStringConvertible {
        public let seq: Int
        /// The first action on the way there whose effect is not known.
        public let action: Int
        /// The seq of the last state before it, which is known.
        public let lastKnown: Int

        public var description: String {
            "The state at \(seq) is not known: the effect of action \(action) was not written. The last one that is "
                + "known is that at \(lastKnown)."
        }
    }

    // MARK: Writers

    /// The last write of the value at `pointer` on the way to the state at `seq`, which is the end of the cursor's
    /// branch by default; nil when nothing ever was there.
    ///
    /// An element of an array is followed when others come, go or move.
    ///
    /// - Complexity: a look into the index for each action that may have written it and did not.
    public func lastWrite(of pointer: String, at seq: Int? = nil) throws -> RecordedWrite? {
        try timeline.blame(Pointer(parsing: pointer), at: seq.map(checked) ?? timeline.tip()).map { RecordedWrite($0) }
    }

    /// Every write of the value at `pointer` on the way to the state at `seq`, oldest first unless `latestFirst`: as
    /// ``lastWrite(of:at:)``.
    ///
    /// - Parameter limit: how many at the most.
    /// - Complexity: that of ``lastWrite(of:at:)`` for each; of an element of an array, the oldest one is found last.
    public func history(
        of pointer: String,
        through seq: Int? = nil,
        latestFirst: Bool = false,
        limit: Int? = nil
    ) throws -> [RecordedWrite] {
        let (pointer, seq) = (try Pointer(parsing: pointer), try seq.map(checked) ?? timeline.tip())
        var writes: [RecordedWrite] = []
        guard limit ?? 1 > 0 else { return [] }
        try timeline.forEachWrite(of: pointer, through: seq, latestFirst: latestFirst) { write in
            writes.append(RecordedWrite(write))
            return writes.count != limit
        }
        return writes
    }
}
