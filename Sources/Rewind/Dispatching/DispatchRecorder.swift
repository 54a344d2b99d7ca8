import Foundation
import RewindSession
import RewindTree

/// The dispatching side of a recorder.
///
/// A dispatch is admitted under the lock. Its payload is then encoded without the lock, if that is necessary before the
/// reducer runs. Finally the action is entered, under the lock again. Code of the app (its state, its predicate, the
/// encoding of its actions) never runs under the lock: it may wait for a lock whose holder waits here.
///
/// Safe to share because its mutable state is only used under `lock`.
@usableFromInline
package final class DispatchRecorder: @unchecked Sendable {
    private let gate: ActionGate?
    private let queue: BoundedQueue<QueueEntry>
    /// Nil if actions are not written before their reducers run.
    private let crashLog: CrashLog?
    let uptime: (@Sendable () -> UInt64)?
    /// Supplies the outcomes of effects; nil to run their closures.
    package let replay: (any EffectReplay)?
    /// The rules for values that are not `Encodable`.
    package let rules: ReflectionRules
    /// Reports a problem to the app.
    package let tell: @Sendable (RecorderProblem) -> Void
    /// The `userInfo` of decoders.
    package let userInfo: [CodingUserInfoKey: any Sendable]
    private let lock = NSLock()

    // Protected by `lock`.
    private var sequencer: DispatchSequencer
    private var callSites = CallSites()
    private var isolation: ActorIsolation
    private var actionEncoders: EncoderPool
    private var stateEncoders: EncoderPool
    private var sharedValueReaders: [SharedValueReader] = []
    private var whenClosed: (@Sendable () -> Void)?

    /// The maximum time that the first dispatch waits, in seconds.
    private static var longestWaitForInitialState: TimeInterval { 0.02 }

    init(options: RecorderOptions, masks: Masks, queue: BoundedQueue<QueueEntry>, crashLog: CrashLog?) {
        gate = ActionGate(options.selection)
        self.queue = queue
        self.crashLog = options.durability == .buffered ? nil : crashLog
        uptime = options.uptime
        replay = options.replay
        rules = options.reflection
        userInfo = options.userInfo
        tell = { options.tell($0) }
        sequencer = DispatchSequencer(options: options, queue: queue, crashLog: self.crashLog)
        isolation = ActorIsolation(options)
        actionEncoders = EncoderPool(options, masks)
        stateEncoders = EncoderPool(options, masks)
    }

    /// The number of dispatched actions.
    var recorded: Int {
        locked { $0.tickets }
    }

    /// The number of lost actions.
    var dropped: Int {
        locked { $0.queueWriter.droppedCount } + queue.lost
    }

    var isPaused: Bool {
        get { locked { $0.isPaused } }
        set { locked { $0.isPaused = newValue } }
    }

    /// Returns another middleware of the recorder.
    @usableFromInline
    func makeMiddleware() -> EntryPoint {
        locked { $0.entryPoints.makeMiddleware() }
    }

    // MARK: Dispatches

    /// Records the state before the first action.
    @usableFromInline
    func setInitialState(_ state: QueuedState) {
        let start = MonotonicClock.now()
        prepare(state)
        locked { $0.addInitialState(state, since: start) }
        waitForInitialState()
    }

    /// Waits briefly until the initial state is in the file: without it, the states after a crash in the first actions are
    /// unknown.
    private func waitForInitialState() {
        guard crashLog != nil else { return }
        _ = queue.waitUntilHandled(until: Date(timeIntervalSinceNow: Self.longestWaitForInitialState))
    }

    /// Records that an action is about to be reduced. `state` returns the current state.
    ///
    /// - Parameter isCause: True if others may begin in the dispatch, before or after the action is reduced.
    /// - Returns: The token for `end`; nil if the end of the action need not be recorded.
    @usableFromInline
    func begin(
        _ action: Any,
        by entryPoint: EntryPoint,
        isCause: Bool,
        state: () -> QueuedState
    ) -> DispatchToken? {
        let isSelected = gate?.admits(action) ?? true
        let (thread, start) = (ThreadID.current, MonotonicClock.now())
        let cause = Cause.current
        let origin = cause.origin(for: self)
        lock.lock()
        let callSite = callSites.take(of: thread)
        let admission = sequencer.admit(
            action,
            by: entryPoint,
            of: thread,
            isSelected: isSelected,
            recorder: ObjectIdentifier(self)
        )
        var before: QueuedState?
        if admission.needsState {
            lock.unlock()
            before = state()
            prepare(before)
            lock.lock()
        }
        let payload = admission.kind == .recorded ? encodedAtOnce(action) : nil
        let isFirst = !sequencer.hasInitialState
        let token = sequencer.enter(
            action,
            payload,
            admission,
            callSite: callSite,
            before: before,
            origin: origin,
            since: start
        )
        if isCause, case .action(let entry) = token, entry.dispatch == nil {
            entry.owner = self
            if cause.origin != nil { entry.others = cause.others(besides: self) }
        }
        let hasIsolatedStates = isolation.hasStates
        unlock()
        guard case .action(let entry) = token else { return token }
        entry.isStateIsolated = hasIsolatedStates
        if isFirst { waitForInitialState() }
        // Without the lock, because the disk may take its time.
        if let payload, let crashLog { crashLog.begin(entry.line(payload: payload)) }
        Signposts.beginReducer(entry.ticket, action)
        entry.started = MonotonicClock.now(by: uptime)
        return token
    }

    /// Records that the store has finished an action. `state` returns the current state.
    @usableFromInline
    func end(_ token: DispatchToken?, error: (any Error)? = nil, state: () -> QueuedState) {
        let now = MonotonicClock.now()
        switch token {
        case nil:
            break
        case .restoration:
            locked { $0.travel?.endDelivery() }
        case .excluded:
            let after = state()
            takeSharedValues(of: after)
            locked { $0.setExcludedState(after) }
        case .action(let entry):
            Signposts.endReducer(entry.ticket)
            guard entry.isOpen else { return }
            let after = state()
            takeSharedValues(of: after)
            if entry.isStateIsolated { encode(after) }
            let end = uptime?() ?? now
            locked { $0.finish(entry, state: after, error: error, at: end, since: now) }
        }
    }

    /// Records an action together with its resulting state.
    @usableFromInline
    func record(_ action: Any, resultingIn state: QueuedState, took duration: Duration?, callSite: CallSite?) {
        let isSelected = gate?.admits(action) ?? true
        let start = MonotonicClock.now()
        let origin = Cause.current.origin(for: self)
        prepare(state)
        lock.lock()
        defer { unlock() }
        let callSite = callSite ?? callSites.take(of: .current)
        guard isSelected, !sequencer.isPaused else { return sequencer.exclude(resultingIn: state, since: start) }
        guard !sequencer.isClosed else { return }
        sequencer.record(
            action,
            encodedAtOnce(action),
            resultingIn: state,
            took: duration?.nanoseconds,
            callSite: callSite,
            origin: origin,
            since: start
        )
    }

    /// Runs `dispatch`, and records `callSite` for the first action that this thread dispatches in it.
    @usableFromInline
    func dispatching<Result, Failure: Error>(
        from callSite: CallSite,
        _ dispatch: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = ThreadID.current
        let outer = lock.withLock { callSites.set(callSite, of: thread) }
        defer { lock.withLock { _ = callSites.set(outer, of: thread) } }
        return try dispatch()
    }

    // MARK: Effects

    /// Records that an effect begins here, or a note.
    ///
    /// - Returns: The effect, and what begins in it; nil if it is not recorded.
    func beginEffect(
        _ kind: EffectRecord.Kind,
        _ name: String,
        input: Any?,
        callSite: CallSite?
    ) -> (effect: EffectUnderWay, cause: Cause)? {
        let start = MonotonicClock.now(by: uptime)
        let cause = Cause.current
        let origin = cause.origin(for: self)
        lock.lock()
        // A picture is too large for the crash log.
        let payload = kind == .screenshot ? nil : input.flatMap { encodedAtOnce($0) }
        let begun = sequencer.beginEffect(
            kind,
            name,
            input: input,
            payload,
            callSite: callSite,
            in: origin,
            since: start
        )
        unlock()
        guard let begun else { return nil }
        if let crashLog { crashLog.begin(begun.record, line: begun.line) }
        if kind == .effect || kind == .flow { Signposts.beginEffect(begun.record.id, name) }
        let effect = EffectUnderWay(id: begun.record.id, started: start)
        return (effect, Cause(CauseOrigin(effect, of: self, in: cause)))
    }

    /// Records the end of an effect, with its value or error.
    func endEffect(_ effect: EffectUnderWay, _ status: OutcomeRecord.Status, value: Any?) {
        let now = MonotonicClock.now(by: uptime)
        Signposts.endEffect(effect.id)
        lock.lock()
        let payload = value.flatMap { encodedAtOnce($0, forCrashLog: false) }
        sequencer.endEffect(effect, status, value: value, payload, at: now)
        unlock()
    }

    /// Records a picture of the screen, unless it exceeds a limit.
    func addScreenshot(_ image: Screenshot) {
        let now = MonotonicClock.now(by: uptime)
        let isAdmitted = locked { $0.admitsScreenshot(bytes: image.bytes.count, at: now) }
        guard isAdmitted else { return }
        _ = beginEffect(.screenshot, "screenshot", input: image, callSite: nil)
    }

    /// Records that code that may be a flow has returned.
    func endPending(_ origin: PendingOrigin) {
        locked { $0.endPending(origin) }
    }

    // MARK: Encoding

    /// Encodes a state on this thread, if the thread is on the actor that the state is isolated to.
    func encode(_ state: QueuedState) {
        var encoder = lock.withLock { stateEncoders.borrow() }
        state.encode(with: &encoder)
        lock.withLock { stateEncoders.giveBack(encoder) }
    }

    /// Returns the payload of an action, encoded on this thread.
    func payload(of action: Any) -> Payload {
        var encoder = lock.withLock { actionEncoders.borrow() }
        defer { lock.withLock { actionEncoders.giveBack(encoder) } }
        return encoder.payload(of: action)
    }

    /// Records that values of a type are isolated, and reports the type to the app once; `ofStates` if in states.
    func noteIsolated(_ type: Any.Type, ofStates: Bool = false) {
        lock.withLock { isolation.note(type, ofStates: ofStates) }
    }

    /// Records that the state is an instance of a class.
    func noteStateIsObject(_ type: AnyClass) {
        lock.withLock { isolation.noteStateIsObject(type) }
    }

    /// Takes from a state what must be taken on this thread. Encodes it if states are isolated to an actor and this thread
    /// is on the actor.
    private func prepare(_ state: QueuedState?) {
        takeSharedValues(of: state)
        guard let state, lock.withLock({ isolation.hasStates }) else { return }
        encode(state)
    }

    /// Takes the values that represent objects in a state.
    private func takeSharedValues(of state: QueuedState?) {
        guard let state, !rules.representations.isEmpty,
            let reader = lock.withLock({ sharedValueReaders.popLast() }) ?? SharedValueReader(rules)
        else { return }
        state.takeSharedValues(with: reader)
        lock.withLock { sharedValueReaders.append(reader) }
    }

    /// Encodes an action now if it must be written before its reducer runs, is to be measured, is isolated to an actor, or
    /// may hold objects that are represented by values. Returns nil for other actions.
    ///
    /// Called under the lock, which is released during the encoding.
    private func encodedAtOnce(_ action: Any, forCrashLog: Bool = true) -> Payload? {
        guard
            forCrashLog && crashLog != nil || sequencer.queueWriter.measuresNext || isolation.isIsolated(action)
                || !rules.representations.isEmpty
        else { return nil }
        var encoder = actionEncoders.borrow()
        lock.unlock()
        let payload = encoder.payload(of: action)
        lock.lock()
        actionEncoders.giveBack(encoder)
        return payload
    }

    // MARK: The end

    /// Waits until everything dispatched before is handled, the writer is stuck, or `deadline` passes. Meanwhile calls
    /// `help` repeatedly. Returns true if everything is handled.
    func flush(until deadline: Date?, helping help: (() -> Void)? = nil) -> Bool {
        guard queue.waitUntilHandled(until: deadline, helping: help) else { return false }
        guard locked({ $0.queueWriter.hasGap && $0.queueWriter.addGap() }) else { return true }
        return queue.waitUntilHandled(until: deadline, helping: help)
    }

    /// Sets a bookmark at the current state. Returns false if the recorder is closed.
    func bookmark(_ name: String, note: String?) -> Bool {
        locked { $0.bookmark(name, note: note) }
    }

    /// Records that the app has entered the background or the foreground.
    func setBackground(_ isInBackground: Bool) {
        locked { $0.setBackground(isInBackground) }
    }

    /// Calls `body` when the recorder is closed; immediately if it already is.
    package func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isClosed = lock.withLock {
            whenClosed = body
            return sequencer.isClosed
        }
        if isClosed { body() }
    }

    /// Closes the recorder, and adds everything that is left to the queue.
    func close() {
        locked { $0.close() }
        lock.withLock { whenClosed }?()
    }

    /// Closes the recorder like `close()`. Returns false if the lock is not available before `deadline`.
    func close(before deadline: Date) -> Bool {
        guard lock.lock(before: deadline) else { return false }
        sequencer.close()
        let whenClosed = whenClosed
        unlock()
        whenClosed?()
        return true
    }

    // MARK: The lock

    /// Runs `body` under the lock, and then the work that must wait until the lock is released.
    func locked<Result>(_ body: (inout DispatchSequencer) -> Result) -> Result {
        lock.lock()
        defer { unlock() }
        return body(&sequencer)
    }

    private func unlock() {
        guard !sequencer.queueWriter.deferredWork.isEmpty else { return lock.unlock() }
        var deferredWork = sequencer.queueWriter.takeDeferredWork()
        lock.unlock()
        deferredWork.run()
    }
}

extension Duration {
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: max(0, seconds)) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    }
}

/// The call sites that threads have set for their next actions.
private struct CallSites {
    private var callSites: [ThreadID: CallSite] = [:]

    /// Sets the call site of a thread. Returns the previous one.
    mutating func set(_ callSite: CallSite?, of thread: ThreadID) -> CallSite? {
        let outer = callSites[thread]
        callSites[thread] = callSite
        return outer
    }

    /// Removes and returns the call site of a thread; nil if it has not set one.
    mutating func take(of thread: ThreadID) -> CallSite? {
        callSites.isEmpty ? nil : callSites.removeValue(forKey: thread)
    }
}
