import Foundation
import RewindSession
import RewindTree

/// The dispatching side of a recorder.
///
/// A dispatch is admitted under the lock; then its payload is encoded while no lock is held, where that is due before the
/// reducer runs; then it is entered, under the lock again. What belongs to the app — its state, its predicate, the
/// encoding of its actions — is asked for while no lock is held: it may wait for locks of the app's, which another thread
/// holds that waits here.
///
/// Sound to share because its mutable state is only touched under `lock`.
@usableFromInline
package final class DispatchRecorder: @unchecked Sendable {
    private let gate: ActionGate?
    private let queue: BoundedQueue<QueueEntry>
    /// Nil where no action is written before its reducer runs.
    private let crashLog: CrashLog?
    private let uptime: (@Sendable () -> UInt64)?
    private let lock = NSLock()

    // Under `lock`.
    private var sequencer: Sequencer
    private var callSites = CallSites()
    private var isolation: ActorIsolation
    private var actionEncoders: EncoderPool
    private var stateEncoders: EncoderPool
    private var whenClosed: (@Sendable () -> Void)?

    init(options: RecorderOptions, masks: Masks, queue: BoundedQueue<QueueEntry>, crashLog: CrashLog?) {
        gate = ActionGate(options.selection)
        self.queue = queue
        self.crashLog = options.durability == .buffered ? nil : crashLog
        uptime = options.uptime
        sequencer = Sequencer(options: options, queue: queue, crashLog: self.crashLog)
        isolation = ActorIsolation(options)
        actionEncoders = EncoderPool(options.redaction, masks)
        stateEncoders = EncoderPool(options.redaction, masks)
    }

    /// How many actions were dispatched.
    var recorded: Int {
        locked { $0.tickets }
    }

    /// How many actions were lost.
    var dropped: Int {
        locked { $0.queueFeed.droppedCount } + queue.lost
    }

    var isPaused: Bool {
        get { locked { $0.isPaused } }
        set { locked { $0.isPaused = newValue } }
    }

    /// Another middleware of the recorder.
    @usableFromInline
    func makeMiddleware() -> EntryPoint {
        locked { $0.entryPoints.makeMiddleware() }
    }

    // MARK: Dispatches

    /// Notes the state before the first action.
    @usableFromInline
    func setInitialState(_ state: QueuedState) {
        let start = MonotonicClock.now()
        encodeIfIsolated(state)
        locked { $0.addInitialState(state, since: start) }
    }

    /// Notes that an action is about to be reduced. `state` gives the state as it is now.
    ///
    /// - Returns: what `end` takes; nil when nothing is noted of the action's end.
    @usableFromInline
    func begin(_ action: Any, by entryPoint: EntryPoint, state: () -> QueuedState) -> DispatchToken? {
        let isSelected = gate?.admits(action) ?? true
        let (thread, start) = (ThreadID.current, MonotonicClock.now())
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
            encodeIfIsolated(before)
            lock.lock()
        }
        let payload = admission.kind == .recorded ? encodedAtOnce(action) : nil
        let token = sequencer.enter(action, payload, admission, callSite: callSite, before: before, since: start)
        let hasIsolatedStates = isolation.hasStates
        unlock()
        guard case .action(let entry) = token else { return token }
        entry.isStateIsolated = hasIsolatedStates
        // While no lock is held: the disk may take its time.
        if let payload, let crashLog { crashLog.begin(entry.line(payload: payload)) }
        entry.started = uptime?() ?? MonotonicClock.now()
        return token
    }

    /// Notes that the store is done with an action. `state` gives the state as it is now.
    @usableFromInline
    func end(_ token: DispatchToken?, error: (any Error)? = nil, state: () -> QueuedState) {
        let now = MonotonicClock.now()
        switch token {
        case nil:
            break
        case .restoration:
            locked { $0.travel?.endDelivery() }
        case .leftOut:
            let after = state()
            locked { $0.setLeftOutState(after) }
        case .action(let entry):
            guard entry.isOpen else { return }
            let after = state()
            if entry.isStateIsolated { encode(after) }
            let end = uptime?() ?? now
            locked { $0.finish(entry, state: after, error: error, at: end, since: now) }
        }
    }

    /// Notes an action together with the state it has led to.
    @usableFromInline
    func record(_ action: Any, resultingIn state: QueuedState, took duration: Duration?, callSite: CallSite?) {
        let isSelected = gate?.admits(action) ?? true
        let start = MonotonicClock.now()
        encodeIfIsolated(state)
        lock.lock()
        defer { unlock() }
        let callSite = callSite ?? callSites.take(of: .current)
        guard isSelected, !sequencer.isPaused else { return sequencer.leaveOut(resultingIn: state, since: start) }
        guard !sequencer.isClosed else { return }
        sequencer.record(
            action,
            encodedAtOnce(action),
            resultingIn: state,
            took: duration?.nanoseconds,
            callSite: callSite,
            since: start
        )
    }

    /// Runs `dispatch`; the first action that this thread has recorded in it is said to come from `callSite`.
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

    // MARK: Encoding

    /// Encodes a state here, if this thread is on the actor that the state belongs to.
    func encode(_ state: QueuedState) {
        var encoder = lock.withLock { stateEncoders.borrow() }
        state.encode(with: &encoder)
        lock.withLock { stateEncoders.giveBack(encoder) }
    }

    /// The payload of an action, made here.
    func payload(of action: Any) -> Payload {
        var encoder = lock.withLock { actionEncoders.borrow() }
        defer { lock.withLock { actionEncoders.giveBack(encoder) } }
        return encoder.payload(of: action)
    }

    /// Notes that values of a type belong to an actor, which the app is told once; with `ofStates`, states hold some.
    func noteIsolated(_ type: Any.Type, ofStates: Bool = false) {
        lock.withLock { isolation.note(type, ofStates: ofStates) }
    }

    /// Encodes a state if it belongs to an actor; it stays as it is where this thread is not on that.
    private func encodeIfIsolated(_ state: QueuedState?) {
        guard let state, lock.withLock({ isolation.hasStates }) else { return }
        encode(state)
    }

    /// The payload of an action that has to be written before its reducer runs, is to be measured, or belongs to an actor;
    /// nil for others.
    ///
    /// It is called under the lock, which it gives up meanwhile.
    private func encodedAtOnce(_ action: Any) -> Payload? {
        guard crashLog != nil || sequencer.queueFeed.measuresNext || isolation.isIsolated(action) else { return nil }
        var encoder = actionEncoders.borrow()
        lock.unlock()
        let payload = encoder.payload(of: action)
        lock.lock()
        actionEncoders.giveBack(encoder)
        return payload
    }

    // MARK: The end

    /// Waits until everything dispatched so far was handled, or the writer is stuck. `help` is called now and then
    /// meanwhile.
    func flush(helping help: (() -> Void)? = nil) {
        queue.waitUntilHandled(helping: help)
        if locked({ $0.queueFeed.hasGap && $0.queueFeed.addGap() }) { queue.waitUntilHandled(helping: help) }
    }

    /// Has `body` called when the recorder takes nothing more; at once where that is so already.
    package func whenClosed(_ body: @escaping @Sendable () -> Void) {
        let isClosed = lock.withLock {
            whenClosed = body
            return sequencer.isClosed
        }
        if isClosed { body() }
    }

    /// Takes nothing more, and puts what is left into the queue.
    func close() {
        locked { $0.close() }
        lock.withLock { whenClosed }?()
    }

    /// As `close()`; false when the lock for it cannot be had before `deadline`.
    func close(before deadline: Date) -> Bool {
        guard lock.lock(before: deadline) else { return false }
        sequencer.close()
        let whenClosed = whenClosed
        unlock()
        whenClosed?()
        return true
    }

    // MARK: The lock

    /// Runs `body` under the lock, and what has to wait until that is free.
    func locked<Result>(_ body: (inout Sequencer) -> Result) -> Result {
        lock.lock()
        defer { unlock() }
        return body(&sequencer)
    }

    private func unlock() {
        guard !sequencer.queueFeed.afterwards.isNothing else { return lock.unlock() }
        var afterwards = sequencer.queueFeed.takeAfterwards()
        lock.unlock()
        afterwards.run()
    }
}

extension Duration {
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: max(0, seconds)) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    }
}
