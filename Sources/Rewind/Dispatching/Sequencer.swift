import Foundation
import RewindSession
import RewindTree

/// Puts the actions of a store in order: decides what is done about each dispatch, gives each action its number, pairs it
/// with the state it led to, and feeds the bounded queue and the crash log.
///
/// All that changes under the recorder's lock is in this one value, which calls no code of the app's.
struct Sequencer {
    private let options: RecorderOptions
    var queueFeed: QueueFeed
    /// Nil where no action is written before its reducer runs.
    private let crashLog: CrashLog?
    /// Where the store is in its session.
    private(set) var cursor = StoreCursor()
    var travel: TravelState?
    private var open = OpenActions()
    private var leftOut = LeftOutActions()
    var entryPoints = EntryPoints()
    /// How many dispatches were numbered.
    private(set) var tickets = 0
    private var hasInitialState = false
    private var gauge: StorageGauge?
    var isPaused = false
    private(set) var isClosed = false

    init(options: RecorderOptions, queue: BoundedQueue<QueueEntry>, crashLog: CrashLog?) {
        self.options = options
        queueFeed = QueueFeed(queue, options)
        self.crashLog = crashLog
    }

    /// Whether an action of a thread is under way.
    func isUnderWay(on thread: ThreadID) -> Bool {
        open.latest(of: thread) != nil
    }

    /// Whether nothing but travel may change the state. A recording that is at its end locks nothing.
    var isLocked: Bool {
        guard let travel, travel.isLocking, travel.hasReducer else { return false }
        return cursor.isInPast && !isClosed && !queueFeed.isClosed
    }

    // MARK: Dispatches

    /// Decides what is done about a dispatch. `recorder` is the one that its restorations are for.
    mutating func admit(
        _ action: Any,
        by entryPoint: EntryPoint,
        of thread: ThreadID,
        isSelected: Bool,
        recorder: ObjectIdentifier
    ) -> Admission {
        var admission = Admission(entryPoint: entryPoint, thread: thread)
        if travel?.isRestoration(action, of: recorder) == true {
            travel?.beginDelivery()
            admission.kind = .restoration
        } else if !isClosed, !isLocked {
            admission.kind = isSelected && !isPaused ? .recorded : .leftOut
            admission.needsState = !hasInitialState || admission.kind == .recorded && !leftOut.isEmpty
        }
        guard !isClosed, let enclosing = open.latest(of: thread) else { return admission }
        if entryPoints.isDoubled(action, by: entryPoint, of: enclosing.action, by: enclosing.entryPoint) {
            options.tell(.attachedTwice(reason: EntryPoints.reason))
        }
        // Subscribers run after the reducer has set the state: an action that comes while another one of the same
        // thread is under way comes from one of them.
        if entryPoint.asksStore {
            admission.outer = enclosing
            admission.needsState = true
        }
        return admission
    }

    /// Enters a dispatch that was admitted. `before` is the state before it, where that was asked for; `payload` its
    /// payload, where that was made.
    ///
    /// - Returns: what its end takes; nil when nothing is noted of that.
    mutating func enter(
        _ action: Any,
        _ payload: Payload?,
        _ admission: Admission,
        callSite: CallSite?,
        before: QueuedState?,
        since start: UInt64
    ) -> DispatchToken? {
        if let outer = admission.outer {
            finish(outer, state: before, at: options.uptime?() ?? MonotonicClock.now(), since: start)
        }
        switch admission.kind {
        case .restoration: return .restoration
        case .ignored: return nil
        case .recorded, .leftOut: break
        }
        if before != nil { addInitialState(before, since: start) }
        guard admission.kind == .recorded, !isClosed else { return leaveOut() }
        // Those that another thread has left out meanwhile wait for an action that asks for the state before it.
        let row = before == nil ? nil : addLeftOut(before: before, since: start)
        let entry = makeEntry(action, payload, callSite: callSite, after: row)
        entry.thread = admission.thread
        entry.entryPoint = admission.entryPoint
        open.add(entry)
        return .action(entry)
    }

    /// Notes that an action under way ended at `now`, for a call that has been waiting since `start`.
    mutating func finish(
        _ entry: QueueEntry,
        state: QueuedState?,
        error: (any Error)? = nil,
        at now: UInt64,
        since start: UInt64
    ) {
        guard entry.isOpen, !isClosed else { return }
        open.remove(entry)
        entry.kind = .done
        entry.state = state
        entry.error = error
        entry.duration = now &- entry.started
        number(entry)
        queueFeed.add(entry, since: start)
    }

    /// Enters an action after the fact, with the state it has led to.
    mutating func record(
        _ action: Any,
        _ payload: Payload?,
        resultingIn state: QueuedState,
        took duration: UInt64?,
        callSite: CallSite?,
        since start: UInt64
    ) {
        guard !isClosed else { return }
        addInitialState(nil, since: start)
        let row = addLeftOut(before: nil, since: start)
        let entry = makeEntry(action, payload, callSite: callSite, after: row)
        entry.kind = .done
        entry.state = state
        entry.duration = duration
        if let crashLog, let payload { crashLog.begin(entry.line(payload: payload)) }
        number(entry)
        queueFeed.add(entry, since: start)
    }

    /// Leaves an action out after the fact, with the state it has led to.
    mutating func leaveOut(resultingIn state: QueuedState, since start: UInt64) {
        addInitialState(nil, since: start)
        leaveOut()
        setLeftOutState(state)
    }

    /// Notes the state after the actions that were left out last.
    mutating func setLeftOutState(_ state: QueuedState) {
        queueFeed.letGo(leftOut.setState(state))
    }

    /// Notes the state before the first action, if there is none yet.
    mutating func addInitialState(_ state: QueuedState?, since start: UInt64) {
        guard !hasInitialState, !isClosed else { return }
        hasInitialState = true
        let entry = QueueEntry(initial: state)
        state?.measure(with: &gauge)
        keepState(of: entry)
        queueFeed.addInitialState(entry, since: start)
    }

    /// Puts what stands for the actions that were left out into the queue, if there are any, and gives it. `state` is the
    /// one after them, if it is known.
    @discardableResult
    mutating func addLeftOut(before state: QueuedState?, since start: UInt64) -> QueueEntry? {
        guard let row = takeLeftOut(before: state) else { return nil }
        queueFeed.add(row, since: start)
        return row
    }

    /// Notes that the store goes to a state of the past, which what comes next is applied to.
    mutating func move(to restoration: some AnyRestoration) {
        guard !isClosed else { return }
        // What was dispatched since the restoration was made is the end of the branch.
        let tip = cursor.last == restoration.last ? restoration.tip : cursor.position
        addLeftOut(before: nil, since: MonotonicClock.now())
        cursor.move(to: restoration.seq, tip: tip)
        queueFeed.addInAnyCase(QueueEntry(movedTo: restoration.seq, tip: tip, tree: restoration.tree))
    }

    /// Takes nothing more, and puts what is left into the queue.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        var last: [QueueEntry] = []
        if let row = takeLeftOut(before: nil) { last.append(row) }
        for entry in open.entries {
            number(entry)
            last.append(entry)
        }
        queueFeed.close(adding: last)
    }

    // MARK: Parts of these

    /// Makes what stands for a dispatch, which follows `row` if that stands for actions that were left out.
    private mutating func makeEntry(
        _ action: Any,
        _ payload: Payload?,
        callSite: CallSite?,
        after row: QueueEntry?
    ) -> QueueEntry {
        tickets += 1
        let entry = QueueEntry(.open, at: options.now(), action: action, payload: payload, callSite: callSite)
        entry.ticket = tickets
        entry.branch = cursor.branch
        entry.leftOut = row.map { CrashLogLine.Branch(next: $0.seq, parent: $0.parent) }
        travel?.noteAction()
        return entry
    }

    /// Gives an action its number in the session.
    private mutating func number(_ entry: QueueEntry) {
        (entry.seq, entry.parent) = cursor.advance()
        entry.state?.measure(with: &gauge)
        if open.isFirstOverlap(entry) { options.tell(.threadsOverlap(seq: entry.seq)) }
        if entry.ticket > 0 { crashLog?.end(entry.ticket, seq: entry.seq) }
        keepState(of: entry)
    }

    /// Keeps the state of an action, or the initial one, for travel.
    private mutating func keepState(of entry: QueueEntry) {
        guard travel != nil, let state = entry.state else { return }
        let kept = KeptState(state.copy())
        entry.kept = kept
        let outlived = travel?.recent.insert(kept, for: entry.seq) ?? []
        entry.outlive(outlived, of: outlived.map(\.state))
    }

    /// Notes that an action is left out.
    ///
    /// - Returns: what its end takes where the state is asked for that it led to: for travel, which must be able to come
    ///   back to it.
    @discardableResult
    private mutating func leaveOut() -> DispatchToken? {
        guard !isClosed else { return nil }
        queueFeed.letGo(leftOut.add(at: options.now()))
        return travel == nil ? nil : .leftOut
    }

    private mutating func takeLeftOut(before state: QueuedState?) -> QueueEntry? {
        guard let row = leftOut.take(before: state) else { return nil }
        number(row)
        return row
    }
}
