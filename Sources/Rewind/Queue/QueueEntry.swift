import RewindSession
import RewindTree

/// What the dispatching threads hand to the writer: one action with the state it led to, or something that stands in
/// the log's order beside the actions.
///
/// Sound to send because the dispatching side changes it only before it hands it over, and what more than one of its
/// threads may look at only under its lock. Actions are values: whoever dispatches keeps a copy of its own. An
/// instance of a class inside one must not change, which the documentation says.
@usableFromInline
final class QueueEntry: @unchecked Sendable {
    enum Kind {
        /// The state before the first action; there is no action.
        case initial
        /// An action that is under way.
        case open
        /// An action whose state is here.
        case done
        /// Actions for which there was no room. `seq` is the last of them, and the state is the one that it led to.
        case gap(first: Int)
        /// So many actions that were not to be recorded. The state is the one that the last of them led to.
        case leftOut(count: Int)
        /// The store has gone to the state of `seq`, on the way to `tip`; there is no action.
        case moved(tip: Int)
    }

    /// When it was dispatched, in microseconds since 1970.
    let at: Int64
    private(set) var action: Any
    /// The action's tree, nil until the writer makes it.
    private(set) var payload: Payload?
    let callSite: CallSite?
    /// The number of the dispatch, from 1; 0 of what is none. The actions of the session are numbered as their states are
    /// there.
    var ticket = 0
    var seq = 0
    /// The action whose state it was applied to; of a gap, the first of its actions.
    var parent = 0
    /// What it starts, if it is the next action after an undo.
    var branch: CrashLogLine.Branch?
    /// What was left out right before it.
    var leftOut: CrashLogLine.Branch?
    /// The thread that dispatched it.
    var thread = ThreadID.none
    var kind: Kind
    /// The state that it led to, nil when that is not known.
    var state: QueuedState?
    /// The state where it is kept for travel, to be told what the session has of it.
    var kept: KeptState?
    /// States that are no longer kept since this one is, to be let go of with it.
    private(set) var outlived: [AnyObject] = []
    /// The sum of their sizes.
    private var outlivedSize = StorageSize()
    /// Whether its effect is recorded together with that of the next one: then its state is not here.
    private(set) var isJoined = false
    /// Whether an action of another thread was under way at the same time, and both were to find their states in the
    /// store.
    var overlaps = false
    /// By what it came to the recorder.
    var entryPoint = EntryPoint.afterTheFact
    /// What the queue counts it as, in bytes.
    var charge = 0
    /// Whether its state is to be encoded by the thread that dispatches.
    var isStateIsolated = false
    /// What its reducer threw.
    var error: (any Error)?
    /// The clock when it was dispatched, in nanoseconds.
    var started: UInt64 = 0
    /// How long it took, in nanoseconds, if that was measured.
    var duration: UInt64?

    init(_ kind: Kind, at: Int64 = 0, action: Any = (), payload: Payload? = nil, callSite: CallSite? = nil) {
        self.kind = kind
        self.at = at
        self.action = action
        self.payload = payload
        self.callSite = callSite
    }

    convenience init(initial state: QueuedState?) {
        self.init(.initial)
        self.state = state
    }

    /// What stands for the actions of `gap`, if there is one, and `last` after them.
    convenience init(gap: QueueEntry?, through last: QueueEntry) {
        self.init(.gap(first: (gap ?? last).firstSeq), at: last.at)
        seq = last.seq
        parent = (gap ?? last).parent
        state = last.state
        overlaps = last.overlaps || gap?.overlaps == true
        kept = last.kept
    }

    /// The store has gone to the state of `seq`, which the session has as `tree`.
    convenience init(movedTo seq: Int, tip: Int, tree: Tree) {
        self.init(.moved(tip: tip))
        self.seq = seq
        state = RecordedState(tree)
    }

    /// Whether it is an action that is under way.
    var isOpen: Bool {
        if case .open = kind { true } else { false }
    }

    /// Whether an action is lost with it. Those of a gap are counted when they become part of it.
    var isAction: Bool {
        switch kind {
        case .open, .done: true
        case .initial, .gap, .leftOut, .moved: false
        }
    }

    /// Adds states that are no longer kept since this one is.
    func outlive(_ objects: [AnyObject], of states: [QueuedState]) {
        outlived += objects
        for state in states { outlivedSize += state.size }
    }

    /// Lets go of what the writer is done with.
    func release() {
        state = nil
        kept = nil
        outlived = []
        outlivedSize = StorageSize()
        action = ()
        payload = nil
    }

    /// The first of the actions that it stands for.
    var firstSeq: Int {
        if case .gap(let first) = kind { first } else { seq }
    }

    /// The row of the action, as far as it is known without its state.
    func record(payload: Payload, status: ActionRecord.Status) -> ActionRecord {
        ActionRecord(
            seq: seq,
            parent: parent,
            at: at,
            type: payload.type,
            coder: payload.coder,
            payload: payload.tree,
            status: status,
            origin: callSite?.description
        )
    }

    /// The line of the action in the crash log.
    func line(payload: Payload) -> CrashLogLine {
        CrashLogLine(
            ticket: ticket,
            at: at,
            type: payload.type,
            coder: payload.coder,
            payload: payload.tree,
            callSite: callSite?.description,
            branch: branch,
            leftOut: leftOut
        )
    }
}

extension QueueEntry: Queued {
    var states: StorageSize {
        var states = outlivedSize
        // The first state shares what it holds with the app, or with the one after it, which is measured against it.
        if let state, seq > 0 { states += state.size }
        return states
    }

    var bytes: Int? {
        switch kind {
        case .open, .done: payload?.bytes
        case .initial, .gap, .leftOut, .moved: 0
        }
    }

    func takeStates() -> [AnyObject] {
        switch kind {
        // What the store started from, or went back to, is followed by what is applied to it.
        case .initial, .moved: return []
        case .done, .gap, .leftOut, .open: break
        }
        let states = outlived + (state.map { [$0] } ?? [])
        if case .done = kind, state != nil { isJoined = true }
        state = nil
        outlived = []
        outlivedSize = StorageSize()
        return states
    }
}
