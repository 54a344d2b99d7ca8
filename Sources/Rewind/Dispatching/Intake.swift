import Foundation
import RewindSession
import RewindTree

/// The dispatching side of a recorder: numbers the actions, pairs each with the state it led to, and hands them to the
/// writer.
///
/// What belongs to the app — its state, its predicate, the encoding of its actions — is asked for while no lock is
/// held: it may wait for locks of the app's, which another thread holds that waits here.
///
/// Sound to share because its mutable state is only touched under `lock`.
@usableFromInline
package final class Intake: @unchecked Sendable {
    let options: RecorderOptions
    private let masks: Masks
    private let gate: ActionGate?
    let handoff: Handoff<Captured>
    private let began: BeganLog
    let lock = NSLock()

    // Under `lock`.
    private var sideFiles: SideFiles
    private var tickets = 0
    var course = Course()
    var travelling: Travelling?
    /// The actions under way, the latest last.
    private var open: [Captured] = []
    /// Encoders that nobody uses at the moment: those of actions, and of states that belong to an actor.
    private var captures: [Capture] = []
    var stateCaptures: [Capture] = []
    /// Whether states have been found to belong to an actor.
    var hasIsolatedStates = false
    /// What is known of the actions' types, and the last one that belongs to no actor.
    var isolatedActions: [ObjectIdentifier: Bool] = [:]
    var lastPlainAction: Any.Type?
    /// The types of which the app was told that they belong to an actor.
    var toldTypes: Set<ObjectIdentifier> = []
    /// The actions for which there was no room since the last one for which there was.
    var gap: Captured?
    /// The actions since the last one that was to be recorded.
    var skipped: (count: Int, at: Int64, state: CapturedState?)?
    /// Where the threads dispatch from that have said so.
    private var callSites: [ThreadID: CallSite] = [:]
    var droppedCount = 0
    private var hasInitialState = false
    private var hasOverlapped = false
    /// What is to be done once the lock is free: states to let go of, since code of the app's may run then, and a wait.
    var due = Handoff<Captured>.Offer(isTaken: true)
    private var isPausedNow = false
    private(set) var isClosed = false

    init(options: RecorderOptions, masks: Masks, handoff: Handoff<Captured>, began: BeganLog) {
        self.options = options
        self.masks = masks
        self.handoff = handoff
        self.began = began
        sideFiles = SideFiles(began, options)
        gate = ActionGate(options.selection)
    }

    var recorded: Int {
        lock.withLock { tickets }
    }

    var dropped: Int {
        lock.withLock { droppedCount } + handoff.lost
    }

    var joined: Int {
        handoff.joined
    }

    var waits: QueueWaits {
        handoff.waitsSoFar
    }

    var isPaused: Bool {
        get { lock.withLock { isPausedNow } }
        set { lock.withLock { isPausedNow = newValue } }
    }

    // MARK: Actions

    /// Notes the state before the first action.
    @usableFromInline
    func setInitialState(_ state: CapturedState) {
        let now = MonotonicClock.now()
        encodeIfIsolated(state)
        lock.lock()
        offerInitialState(state, since: now)
        unlock()
    }

    /// Notes that an action is about to be reduced. `state` gives the state as it is now; with `mayNest`, an action of
    /// this thread that is still under way has led to that.
    ///
    /// - Returns: what `end` takes; nil when nothing is noted of the action's end.
    @usableFromInline
    func begin(_ action: Any, mayNest: Bool, state: () -> CapturedState) -> Captured? {
        let isWanted = gate?.admits(action) ?? true
        let thread = ThreadID.current
        let start = MonotonicClock.now()
        lock.lock()
        let isRecorded = isWanted && !isPausedNow
        let callSite = takeCallSite(of: thread)
        // Subscribers run after the reducer has set the state: an action that comes while another one of the same
        // thread is under way comes from one of them.
        let outer = mayNest ? open.last { $0.thread == thread } : nil
        let isRestoration = travelling?.isRestoration(action, of: ObjectIdentifier(self)) == true
        let isTravel = isLockedNow || isRestoration
        let needsState = outer != nil || !isTravel && (!hasInitialState || isRecorded && skipped != nil)
        let delivery = isRestoration ? beginDelivery() : nil
        guard !isClosed, isRecorded && !isTravel || needsState else {
            let skipped = isTravel ? delivery : skip()
            lock.unlock()
            return skipped
        }
        var capture = isRecorded && !isTravel ? borrowCapture(for: action) : nil
        var before: CapturedState?
        if needsState || capture != nil {
            lock.unlock()
            if needsState {
                before = state()
                encodeIfIsolated(before)
            }
        }
        let payload = capture?.payload(of: action)
        if needsState || capture != nil { lock.lock() }
        if let capture { captures.append(capture) }
        if let outer { finish(outer, state: before, error: nil, now: MonotonicClock.now(), since: start) }
        guard !isTravel else {
            unlock()
            return delivery
        }
        if !hasInitialState { offerInitialState(before, since: start) }
        guard isRecorded, !isClosed else {
            let skipped = skip()
            unlock()
            return skipped
        }
        // Those that another thread has left out meanwhile wait for an action that asks for the state before it.
        let row = before == nil ? nil : handOffSkipped(before: before, since: start)
        let captured = admit(action, payload, callSite: callSite, after: row)
        captured.thread = thread
        captured.isStateIsolated = hasIsolatedStates
        captured.asksStore = mayNest
        noteOverlap(of: captured)
        open.append(captured)
        let line = options.durability == .buffered ? nil : payload.map { captured.line(payload: $0) }
        unlock()
        if let line {
            let written = Result { try began.append(line) }
            lock.withLock {
                captured.place = sideFiles.noted(written) ?? nil
                // Another thread may have closed the recorder meanwhile, which gave the action its number.
                if captured.seq > 0 { sideFiles.setSeq(of: captured) }
            }
        }
        captured.started = MonotonicClock.now()
        return captured
    }

    /// Notes that the store is done with an action. `state` gives the state as it is now.
    @usableFromInline
    func end(_ captured: Captured?, error: (any Error)? = nil, state: () -> CapturedState) {
        let now = MonotonicClock.now()
        guard let captured else { return }
        if case .restoration = captured.kind { return endDelivery() }
        if case .skipped = captured.kind {
            let after = state()
            return lock.withLock { setSkippedState(after) }
        }
        guard captured.isOpen else { return }
        let after = state()
        if captured.isStateIsolated { encode(after) }
        lock.lock()
        finish(captured, state: after, error: error, now: now, since: now)
        unlock()
    }

    /// Notes an action together with the state it has led to.
    @usableFromInline
    func record(_ action: Any, resultingIn state: CapturedState, took duration: Duration?, callSite: CallSite?) {
        let isWanted = gate?.admits(action) ?? true
        let start = MonotonicClock.now()
        encodeIfIsolated(state)
        lock.lock()
        let callSite = callSite ?? takeCallSite(of: .current)
        guard !isClosed, isWanted, !isPausedNow else {
            if !hasInitialState { offerInitialState(nil, since: start) }
            skip()
            setSkippedState(state)
            return unlock()
        }
        var capture = borrowCapture(for: action)
        if capture != nil { lock.unlock() }
        let payload = capture?.payload(of: action)
        if capture != nil { lock.lock() }
        defer { unlock() }
        if let capture { captures.append(capture) }
        guard !isClosed else { return }
        if !hasInitialState { offerInitialState(nil, since: start) }
        let row = handOffSkipped(before: nil, since: start)
        let captured = admit(action, payload, callSite: callSite, after: row)
        captured.kind = .done
        captured.state = state
        captured.duration = duration?.nanoseconds
        number(captured)
        if let payload, options.durability != .buffered { sideFiles.append(captured.line(payload: payload)) }
        handOff(captured, since: start)
    }

    /// Runs `dispatch`; the first action that this thread has recorded in it is said to come from `callSite`.
    @usableFromInline
    func dispatching<Result, Failure: Error>(
        from callSite: CallSite,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = ThreadID.current
        let outer = lock.withLock { callSites.updateValue(callSite, forKey: thread) }
        defer { lock.withLock { callSites[thread] = outer } }
        return try dispatch()
    }

    // MARK: The end

    /// Waits until everything dispatched so far was handled, or the writer is stuck. `help` is called now and then
    /// meanwhile.
    func flush(helping help: (() -> Void)? = nil) {
        handoff.waitUntilHandled(helping: help)
        let hasMore = lock.withLock { gap != nil && handOffGap() }
        if hasMore { handoff.waitUntilHandled(helping: help) }
    }

    /// Takes nothing more, and hands over what is left.
    func close() {
        lock.withLock { closeUnderLock() }
    }

    /// As `close()`; false when the lock for it cannot be had before `deadline`.
    func close(before deadline: Date) -> Bool {
        guard lock.lock(before: deadline) else { return false }
        defer { lock.unlock() }
        closeUnderLock()
        return true
    }

    // MARK: Under the lock

    private func closeUnderLock() {
        guard !isClosed else { return }
        isClosed = true
        var last: [Captured] = []
        if let pending = gap {
            last.append(pending)
            endGap(pending)
        }
        if let row = takeSkipped(before: nil) { last.append(row) }
        for captured in open {
            number(captured)
            last.append(captured)
        }
        if !handoff.close(adding: last) { droppedCount += open.count }
    }

    /// Numbers a dispatch, which follows `row` if that stands for actions that were left out.
    private func admit(_ action: Any, _ payload: Payload?, callSite: CallSite?, after row: Captured?) -> Captured {
        tickets += 1
        let captured = Captured(
            .open,
            at: options.now(),
            action: action,
            payload: payload,
            callSite: callSite
        )
        captured.ticket = tickets
        captured.branch = course.branch
        travelling?.isOvertaken = true
        captured.leftOut = row.map { BeganLine.Branch(next: $0.seq, parent: $0.parent) }
        return captured
    }

    /// Notes that an action is under way together with another thread's, where both find their states in the store: neither
    /// then knows what it finds there of the other.
    private func noteOverlap(of captured: Captured) {
        guard captured.asksStore, !hasOverlapped, !open.isEmpty else { return }
        for other in open where other.asksStore && other.thread != captured.thread {
            (captured.overlaps, other.overlaps) = (true, true)
        }
    }

    /// An encoder for the payload of an action that has to be written before its reducer runs, or belongs to an actor.
    private func borrowCapture(for action: Any) -> Capture? {
        guard options.durability != .buffered || isIsolated(action) else { return nil }
        return captures.popLast() ?? makeCapture()
    }

    func makeCapture() -> Capture {
        Capture(masking: Masking(options.redaction, masks))
    }

    private func takeCallSite(of thread: ThreadID) -> CallSite? {
        callSites.isEmpty ? nil : callSites.removeValue(forKey: thread)
    }

    /// Hands an action over that ended at `now`, for a call that has been waiting since `start`.
    private func finish(
        _ captured: Captured,
        state: CapturedState?,
        error: (any Error)?,
        now: UInt64,
        since start: UInt64
    ) {
        guard captured.isOpen, !isClosed else { return }
        if let index = open.lastIndex(where: { $0 === captured }) { open.remove(at: index) }
        captured.kind = .done
        captured.state = state
        captured.error = error
        captured.duration = now &- captured.started
        number(captured)
        handOff(captured, since: start)
    }

    /// Gives an action its place in the session.
    func number(_ captured: Captured) {
        (captured.seq, captured.parent) = course.advance()
        if captured.overlaps, !hasOverlapped {
            hasOverlapped = true
            options.tell(.threadsOverlap(seq: captured.seq))
        } else {
            // What the session says is where it began.
            captured.overlaps = false
        }
        sideFiles.setSeq(of: captured)
        keepState(of: captured)
    }

    /// Keeps the state of an action, or the initial one, for travel.
    private func keepState(of captured: Captured) {
        guard let state = captured.state else { return }
        guard travelling != nil else { return }
        let kept = KeptState(state.copy())
        captured.kept = kept
        captured.outlived = travelling?.recent.insert(kept, for: captured.seq) ?? []
    }

    private func offerInitialState(_ state: CapturedState?, since start: UInt64) {
        guard !hasInitialState, !isClosed else { return }
        hasInitialState = true
        let captured = Captured(initial: state)
        keepState(of: captured)
        _ = offer(captured, longestWait: options.longestWait, since: start)
    }

    /// Whether nothing but travel may change the state. A recording that is at its end locks nothing.
    var isLockedNow: Bool {
        guard let travelling, travelling.isLocking, travelling.hasReducer else { return false }
        return course.isInPast && !isClosed && !handoff.isClosedNow
    }

    /// Whether an action of this thread is under way.
    var isUnderWay: Bool {
        open.contains { $0.thread == .current }
    }
}

extension Duration {
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: max(0, seconds)) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    }
}
