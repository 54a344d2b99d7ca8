import RewindSession
import RewindTree

/// Orders the actions of a store: decides about each dispatch, numbers each action, pairs it with its resulting state,
/// and feeds the bounded queue and the crash log.
///
/// Everything that changes under the recorder's lock is in this value, which calls no code of the app.
struct DispatchSequencer {
    private let options: RecorderOptions
    var queueWriter: QueueWriter
    /// Nil if actions are not written before their reducers run.
    private let crashLog: CrashLog?
    /// The position of the store in its session.
    private(set) var cursor = StoreCursor()
    var travel: TravelState?
    private var open = OpenActions()
    private var excluded = ExcludedActions()
    var entryPoints = EntryPoints()
    /// The number of numbered dispatches.
    private(set) var tickets = 0
    private var effects = EffectNumbers()
    private var screenshots = ScreenshotLimits()
    private(set) var hasInitialState = false
    private var gauge: StorageGauge?
    var isPaused = false
    private(set) var isClosed = false

    init(options: RecorderOptions, queue: BoundedQueue<QueueEntry>, crashLog: CrashLog?) {
        self.options = options
        queueWriter = QueueWriter(queue, options)
        self.crashLog = crashLog
    }

    /// Returns true if an action of a thread has not finished.
    func isUnderWay(on thread: ThreadID) -> Bool {
        open.latest(of: thread) != nil
    }

    /// True if only travel may change the state. At the end of a recording, nothing is locked.
    var isLocked: Bool {
        guard let travel, travel.isLocking, travel.hasReducer else { return false }
        return cursor.isInPast && !isClosed && !queueWriter.isClosed
    }

    // MARK: Dispatches

    /// Decides about a dispatch. `recorder` is the recorder whose restorations are recognized.
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
            admission.kind = isSelected && !isPaused ? .recorded : .excluded
            admission.needsState = !hasInitialState || admission.kind == .recorded && !excluded.isEmpty
        }
        guard !isClosed, let enclosing = open.latest(of: thread) else { return admission }
        if entryPoints.isDoubled(action, by: entryPoint, of: enclosing.action, by: enclosing.entryPoint) {
            options.tell(.attachedTwice(reason: EntryPoints.reason))
        }
        // Subscribers run after the reducer has set the state. So an action that arrives while another one of the same
        // thread has not finished comes from a subscriber.
        if entryPoint.asksStore {
            admission.outer = enclosing
            admission.needsState = true
        }
        return admission
    }

    /// Enters an admitted dispatch. `before` is the state before it, if it was needed; `payload` is its payload, if it
    /// is already encoded; `origin` is what it is dispatched in.
    ///
    /// - Returns: The token for the end of the dispatch; nil if that need not be recorded.
    mutating func enter(
        _ action: Any,
        _ payload: Payload?,
        _ admission: Admission,
        callSite: CallSite?,
        before: QueuedState?,
        origin: CauseOrigin?,
        since start: UInt64
    ) -> DispatchToken? {
        if let outer = admission.outer {
            finish(outer, state: before, at: MonotonicClock.now(by: options.uptime), since: start)
        }
        if admission.kind != .recorded { passThrough(origin) }
        switch admission.kind {
        case .restoration: return .restoration
        case .ignored: return nil
        case .recorded, .excluded: break
        }
        if before != nil { addInitialState(before, since: start) }
        guard admission.kind == .recorded, !isClosed else { return exclude() }
        // Actions that another thread has excluded meanwhile wait for an action that needs the state before it.
        let row = before == nil ? nil : addExcluded(before: before, since: start)
        let entry = makeEntry(action, payload, callSite: callSite, after: row)
        entry.thread = admission.thread
        entry.entryPoint = admission.entryPoint
        setCause(of: entry, origin)
        open.add(entry)
        return .action(entry)
    }

    /// Records that an unfinished action ended at `now`, for a call that has been waiting since `start`.
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
        queueWriter.add(entry, since: start)
    }

    /// Enters an action after its dispatch, with its resulting state.
    mutating func record(
        _ action: Any,
        _ payload: Payload?,
        resultingIn state: QueuedState,
        took duration: UInt64?,
        callSite: CallSite?,
        origin: CauseOrigin?,
        since start: UInt64
    ) {
        guard !isClosed else { return }
        addInitialState(nil, since: start)
        let row = addExcluded(before: nil, since: start)
        let entry = makeEntry(action, payload, callSite: callSite, after: row)
        setCause(of: entry, origin)
        entry.kind = .done
        entry.state = state
        entry.duration = duration
        if let crashLog, let payload { crashLog.begin(entry.line(payload: payload)) }
        number(entry)
        queueWriter.add(entry, since: start)
    }

    /// Excludes an action after its dispatch, with its resulting state.
    mutating func exclude(resultingIn state: QueuedState, since start: UInt64) {
        addInitialState(nil, since: start)
        exclude()
        setExcludedState(state)
    }

    /// Records the state after the last excluded actions.
    mutating func setExcludedState(_ state: QueuedState) {
        queueWriter.release(excluded.setState(state))
    }

    /// Records the state before the first action, unless it is already recorded.
    mutating func addInitialState(_ state: QueuedState?, since start: UInt64) {
        guard !hasInitialState, !isClosed else { return }
        hasInitialState = true
        let entry = QueueEntry(initial: state)
        state?.measure(with: &gauge)
        keepState(of: entry)
        queueWriter.addInitialState(entry, since: start)
    }

    /// Adds the row for the excluded actions to the queue, if there are any, and returns it. `state` is the state after
    /// them, if known.
    @discardableResult
    mutating func addExcluded(before state: QueuedState?, since start: UInt64) -> QueueEntry? {
        guard let row = takeExcluded(before: state) else { return nil }
        queueWriter.add(row, since: start)
        return row
    }

    /// Records that the store moves to a state in the past, to which the next action is applied.
    mutating func move(to restoration: some AnyRestoration) {
        guard !isClosed else { return }
        // If actions were dispatched since the restoration was created, the last one is the end of the branch.
        let tip = cursor.last == restoration.last ? restoration.tip : cursor.position
        addExcluded(before: nil, since: MonotonicClock.now())
        cursor.move(to: restoration.seq, tip: tip)
        queueWriter.addInAnyCase(QueueEntry(movedTo: restoration.seq, tip: tip, tree: restoration.tree))
    }

    /// Records a change of the bookmarks.
    mutating func mark(_ change: BookmarkChange) {
        guard !isClosed else { return }
        queueWriter.addInAnyCase(QueueEntry(.marked(change)))
    }

    /// Sets a bookmark at the current state. Returns false if nothing is recorded.
    mutating func bookmark(_ name: String, note: String?) -> Bool {
        guard !isClosed else { return false }
        mark(.set(Bookmark(name: name, seq: cursor.position, note: note, at: options.now())))
        return true
    }

    /// Records that the app has entered the background or the foreground.
    mutating func setBackground(_ isInBackground: Bool) {
        guard !isClosed else { return }
        queueWriter.addInAnyCase(QueueEntry(.background(isInBackground), at: options.now()))
    }

    /// Closes the sequencer, and adds everything that is left to the queue.
    mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        var last: [QueueEntry] = []
        if let row = takeExcluded(before: nil) { last.append(row) }
        for entry in open.entries {
            number(entry)
            last.append(entry)
        }
        queueWriter.close(adding: last)
    }

    // MARK: Effects and causes

    /// Enters an effect that begins in `origin`, or a note. `payload` is its input, if it is already encoded.
    ///
    /// - Returns: Its record; nil if it is not recorded.
    mutating func beginEffect(
        _ kind: EffectRecord.Kind,
        _ name: String,
        input: Any?,
        _ payload: Payload?,
        callSite: CallSite?,
        in origin: CauseOrigin?,
        since start: UInt64
    ) -> (record: EffectRecord, line: Int)? {
        guard !isClosed, !isPaused else { return nil }
        let record = EffectRecord(
            id: effects.nextEffect(),
            seq: cursor.last,
            at: options.now(),
            kind: kind,
            name: name,
            coder: payload?.coder ?? .codable,
            input: payload?.tree,
            cause: reference(origin),
            origin: callSite?.description
        )
        guard let line = enter(record, input, payload, isNamed: true, since: start) else { return nil }
        return (record, line)
    }

    /// Enters the begin of an effect. Returns the number of its line in the crash log; nil if there is no room.
    private mutating func enter(
        _ record: EffectRecord,
        _ value: Any?,
        _ payload: Payload?,
        isNamed: Bool,
        since start: UInt64
    ) -> Int? {
        let line = effects.nextLine()
        let kind = QueueEntry.Kind.effect(record, line: line)
        let entry = QueueEntry(kind, at: record.at, action: value ?? (), payload: payload)
        entry.isNamedByValue = !isNamed
        guard queueWriter.addEffect(entry, since: start) else {
            options.tell(.effectDropped(name: record.name))
            return nil
        }
        options.replay?.began(record, namedBy: isNamed ? nil : value)
        return line
    }

    /// Returns true if a picture of the screen is recorded, and counts it.
    mutating func admitsScreenshot(bytes: Int, at now: UInt64) -> Bool {
        !isClosed && !isPaused && screenshots.admits(bytes, at: now, options)
    }

    /// Enters the end of an effect, with its value or error.
    mutating func endEffect(
        _ effect: EffectUnderWay,
        _ status: OutcomeRecord.Status,
        value: Any?,
        _ payload: Payload?,
        at now: UInt64
    ) {
        options.replay?.ended(effect.id)
        guard !isClosed else { return }
        let record = OutcomeRecord(
            id: effects.nextOutcome(),
            effect: effect.id,
            seq: cursor.last,
            at: options.now(),
            duration: Int64(clamping: now &- effect.started),
            status: status
        )
        let line = effects.nextLine()
        crashLog?.end(record, line: line)
        let entry = QueueEntry(.outcome(record, line: line), at: record.at, action: value ?? (), payload: payload)
        if queueWriter.addEffect(entry, since: now) { return }
        // That it has ended is small.
        queueWriter.addInAnyCase(QueueEntry(.outcome(record, line: line), at: record.at, action: LostValue()))
    }

    /// Records that code that may be a flow has returned: a dispatch whose action has not arrived was one.
    mutating func endPending(_ origin: PendingOrigin) {
        guard let pending = origin.pending, pending.entry == nil else { return }
        if pending.awaitsAction { _ = reference(origin) }
        if origin.reference == nil {
            origin.pending?.awaitsAction = false
            origin.pending?.hasEnded = true
        } else {
            origin.pending = nil
            endFlow(of: origin)
        }
    }

    private mutating func endFlow(of origin: CauseOrigin) {
        guard let flow = origin.flow else { return }
        origin.flow = nil
        endEffect(flow, .done, value: nil, nil, at: MonotonicClock.now(by: options.uptime))
    }

    /// Returns what an origin is in the session, which makes a dispatch without a number a flow; nil if unknown.
    private mutating func reference(_ origin: CauseOrigin?) -> CauseReference? {
        guard let origin else { return nil }
        if let reference = origin.reference { return reference }
        if let dispatch = origin as? PendingOrigin {
            guard let pending = dispatch.pending else { return nil }
            if let entry = pending.entry {
                becomeFlow(origin, named: pending.name, entry)
            } else {
                let cause = reference(dispatch.outerOrigin)
                let now = MonotonicClock.now(by: options.uptime)
                origin.flow = beginFlow(pending.name, pending.value, nil, since: pending.started ?? now, nil, cause)
                origin.reference = origin.flow.map { .effect($0.id) }
                if pending.hasEnded { endFlow(of: origin) }
            }
        } else if let entry = origin as? QueueEntry, entry.isOpen {
            becomeFlow(origin, named: nil, entry)
        }
        return origin.reference
    }

    /// Records the dispatch of an action without a number as a flow, in which others begin.
    private mutating func becomeFlow(_ origin: CauseOrigin, named name: String?, _ entry: QueueEntry) {
        let (start, cause) = (entry.started, entry.cause)
        origin.flow = beginFlow(name, entry.action, entry.payload, since: start, entry.callSite, cause)
        origin.reference = origin.flow.map { .effect($0.id) }
        entry.cause = origin.reference ?? cause
    }

    private mutating func beginFlow(
        _ name: String?,
        _ value: Any?,
        _ payload: Payload?,
        since start: UInt64,
        _ callSite: CallSite?,
        _ cause: CauseReference?
    ) -> EffectUnderWay? {
        guard !isClosed, !isPaused else { return nil }
        let now = MonotonicClock.now(by: options.uptime)
        let record = EffectRecord(
            id: effects.nextEffect(),
            seq: cursor.last,
            at: options.now() - Int64(clamping: now &- start) / 1_000,
            kind: .flow,
            name: name ?? payload?.type ?? value.map { TypeName.of(type(of: $0)) } ?? "",
            cause: cause,
            origin: callSite?.description
        )
        guard let line = enter(record, value, payload, isNamed: name != nil, since: now) else { return nil }
        crashLog?.begin(record, line: line)
        return EffectUnderWay(id: record.id, started: start)
    }

    /// Sets the cause of an action that was dispatched in `origin`.
    private mutating func setCause(of entry: QueueEntry, _ origin: CauseOrigin?) {
        guard let origin else { return }
        guard let dispatch = origin as? PendingOrigin, dispatch.pending?.awaitsAction == true else {
            entry.cause = reference(origin)
            return
        }
        // It is the action that the first middleware has passed on.
        entry.cause = dispatch.reference ?? reference(dispatch.outerOrigin)
        entry.dispatch = dispatch
        dispatch.pending?.awaitsAction = false
        dispatch.pending?.entry = entry
    }

    /// Records that an action has its number: it is the cause of what begins in it from now on.
    private mutating func setNumber(of entry: QueueEntry) {
        let origin = entry.dispatch ?? entry
        origin.reference = .action(entry.seq)
        if let dispatch = entry.dispatch {
            (dispatch as? PendingOrigin)?.pending = nil
            entry.dispatch = nil
        }
        endFlow(of: origin)
    }

    /// Makes an excluded action transparent: what begins in it has its cause.
    private mutating func passThrough(_ origin: CauseOrigin?) {
        guard let dispatch = origin as? PendingOrigin, dispatch.pending?.awaitsAction == true else { return }
        dispatch.reference = dispatch.reference ?? reference(dispatch.outerOrigin)
        dispatch.pending = nil
    }

    // MARK: Parts of these

    /// Creates the entry of a dispatch, which follows `row` if that stands for excluded actions.
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
        entry.excluded = row.map { CrashLogLine.Branch(next: $0.seq, parent: $0.parent) }
        travel?.noteAction()
        return entry
    }

    /// Assigns an action its number in the session.
    private mutating func number(_ entry: QueueEntry) {
        (entry.seq, entry.parent) = cursor.advance()
        entry.state?.measure(with: &gauge)
        if open.isFirstOverlap(entry) { options.tell(.threadsOverlap(seq: entry.seq)) }
        if entry.ticket > 0 { crashLog?.end(entry.ticket, seq: entry.seq) }
        options.replay?.numbered(entry)
        setNumber(of: entry)
        keepState(of: entry)
    }

    /// Keeps the resulting state of an action, or the initial one, for travel.
    private mutating func keepState(of entry: QueueEntry) {
        guard travel != nil, let state = entry.state else { return }
        let kept = KeptState(state.copy())
        entry.kept = kept
        let evictedStates = travel?.recent.insert(kept, for: entry.seq, bytes: state.size.bytes) ?? []
        entry.addEvicted(evictedStates, of: evictedStates.map(\.state))
    }

    /// Excludes an action.
    ///
    /// - Returns: The token for the end of the dispatch if travel is enabled, because travel must be able to return to
    ///   the resulting state; otherwise nil.
    @discardableResult
    private mutating func exclude() -> DispatchToken? {
        guard !isClosed else { return nil }
        queueWriter.release(excluded.add(at: options.now()))
        return travel == nil ? nil : .excluded
    }

    private mutating func takeExcluded(before state: QueuedState?) -> QueueEntry? {
        guard let row = excluded.take(before: state) else { return nil }
        number(row)
        return row
    }
}
