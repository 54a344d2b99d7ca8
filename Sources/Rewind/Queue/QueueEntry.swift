import RewindSession
import RewindTree

/// The unit that the dispatching threads hand to the writer: an action with its resulting state, or another event in
/// the order of the log.
///
/// Safe to send because the dispatching side changes it only before handing it over, and uses shared parts only under
/// its lock. Actions are values, and the dispatching code keeps its own copy. An object inside an action is only read if
/// it cannot change (see `ReflectingCoders`), or if the action's own `encode(to:)` reads it.
@usableFromInline
final class QueueEntry: CauseOrigin, @unchecked Sendable {
    enum Kind {
        /// The state before the first action, without an action.
        case initial
        /// An action that has not finished.
        case open
        /// A finished action with its resulting state.
        case done
        /// Actions that did not fit in the queue. `seq` is the last of them, and the state is the one after it.
        case gap(first: Int)
        /// `count` excluded actions. The state is the one after the last of them.
        case excluded(count: Int)
        /// A move of the store to the state of `seq`, with this tip, without an action.
        case moved(tip: Int)
        /// A change of the bookmarks, without an action.
        case marked(BookmarkChange)
        /// The app entered the background or the foreground.
        case background(Bool)
        /// An effect that began, or a note; its input is in place of the action.
        case effect(EffectRecord, line: Int)
        /// The end of an effect; its value is in place of the action.
        case outcome(OutcomeRecord, line: Int)
    }

    /// The time of the dispatch, in microseconds since 1970.
    let at: Int64
    private(set) var action: Any
    /// The tree of the action; nil until the writer creates it.
    private(set) var payload: Payload?
    let callSite: CallSite?
    /// The number of the dispatch, from 1; 0 for other entries. Actions get their `seq` in the order of their states.
    var ticket = 0
    var seq = 0
    /// The action whose state it was applied to; for a gap, the parent of its first action.
    var parent = 0
    /// The branch that it starts, if it is the next action after an undo.
    var branch: CrashLogLine.Branch?
    /// The row of the actions excluded right before it.
    var excluded: CrashLogLine.Branch?
    /// The effect or action in which it was dispatched.
    var cause: CauseReference?
    /// The dispatch that it came with, through the first middleware, until it has a number.
    var dispatch: CauseOrigin?
    /// True if the type of its value is the name of an effect.
    var isNamedByValue = false
    /// The thread that dispatched it.
    var thread = ThreadID.none
    var kind: Kind
    /// The resulting state; nil if unknown.
    var state: QueuedState?
    /// The state as it is kept for travel, which receives the recorded state.
    var kept: KeptState?
    /// States evicted from the travel cache by this one; released together with it.
    private(set) var evictedStates: [AnyObject] = []
    /// The sum of their sizes.
    private var evictedSize = StorageSize()
    /// True if its effect is recorded together with that of the next one, and its state was therefore released.
    private(set) var isMerged = false
    /// True if an action of another thread overlapped with it, and both read their states from the store.
    var overlaps = false
    /// The entry point of the action.
    var entryPoint = EntryPoint.afterTheFact
    /// The bytes that the queue counts for it.
    var charge = 0
    /// True if the dispatching thread must encode its state.
    var isStateIsolated = false
    /// The error that its reducer threw.
    var error: (any Error)?
    /// The time of the clock at the dispatch, in nanoseconds.
    var started: UInt64 = 0
    /// The duration, in nanoseconds, if it was measured.
    var duration: UInt64?

    init(_ kind: Kind, at: Int64 = 0, action: Any = (), payload: Payload? = nil, callSite: CallSite? = nil) {
        self.kind = kind
        self.at = at
        self.action = action
        self.payload = payload
        self.callSite = callSite
        super.init()
    }

    convenience init(initial state: QueuedState?) {
        self.init(.initial)
        self.state = state
    }

    /// Creates an entry for the actions of `gap`, if there is one, and `last` after them.
    convenience init(gap: QueueEntry?, through last: QueueEntry) {
        self.init(.gap(first: (gap ?? last).firstSeq), at: last.at)
        seq = last.seq
        parent = (gap ?? last).parent
        state = last.state
        overlaps = last.overlaps || gap?.overlaps == true
        kept = last.kept
    }

    /// Creates an entry for a move of the store to the state of `seq`, which is recorded as `tree`.
    convenience init(movedTo seq: Int, tip: Int, tree: Tree) {
        self.init(.moved(tip: tip))
        self.seq = seq
        state = RecordedState(tree)
    }

    /// True for an action that has not finished.
    var isOpen: Bool {
        if case .open = kind { true } else { false }
    }

    /// True if losing the entry loses an action. The actions of a gap are counted when they become part of it.
    var isAction: Bool {
        switch kind {
        case .open, .done: true
        case .initial, .gap, .excluded, .moved, .marked, .background, .effect, .outcome: false
        }
    }

    /// Adds states that were evicted from the travel cache by this one.
    func addEvicted(_ objects: [AnyObject], of states: [QueuedState]) {
        evictedStates += objects
        for state in states { evictedSize += state.size }
    }

    /// Releases everything that the writer has finished with.
    func release() {
        state = nil
        kept = nil
        evictedStates = []
        evictedSize = StorageSize()
        action = ()
        payload = nil
    }

    /// The first action that it stands for.
    var firstSeq: Int {
        if case .gap(let first) = kind { first } else { seq }
    }

    /// Returns the line of the action in the crash log.
    func line(payload: Payload) -> CrashLogLine {
        CrashLogLine(
            ticket: ticket,
            at: at,
            type: payload.type,
            coder: payload.coder,
            payload: payload.tree,
            callSite: callSite?.description,
            branch: branch,
            excluded: excluded,
            cause: cause
        )
    }
}

extension QueueEntry: Queued {
    var states: StorageSize {
        var states = evictedSize
        // The first state shares its contents with the app, or with the next state, which is measured relative to it.
        if let state, seq > 0 { states += state.size }
        return states
    }

    var bytes: Int? {
        switch kind {
        case .open, .done, .effect, .outcome: payload?.bytes
        case .initial, .gap, .excluded, .moved, .marked, .background: 0
        }
    }

    func takeStates() -> [AnyObject] {
        switch kind {
        // Later actions are applied to the first state, or the state that the store moved to, so it must stay.
        case .initial, .moved, .marked, .background, .effect, .outcome: return []
        case .done, .gap, .excluded, .open: break
        }
        let states = evictedStates + (state.map { [$0] } ?? [])
        if case .done = kind, state != nil { isMerged = true }
        state = nil
        evictedStates = []
        evictedSize = StorageSize()
        return states
    }
}
