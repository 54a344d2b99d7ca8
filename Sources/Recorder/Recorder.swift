import Foundation
import SessionFile

/// Records a store: every action, and the state it led to, into one session file.
///
/// ```swift
/// let recorder = try Recorder<AppState>(recordingTo: file)
/// let store = Store(reducer: appReducer, state: nil, middleware: [thunks, recorder.middleware()])
/// ```
///
/// Put the recorder's middleware last, next to the reducer: then each state it sees is exactly the one its action led
/// to. A recorder records one store, and like a store it is used from one thread at a time.
///
/// Recording never throws into the app and never stops it: what cannot be recorded is counted and told to
/// ``RecorderOptions/onProblem``.
///
/// Sound to share because its mutable state is only touched under `lock`.
public final class Recorder<State>: @unchecked Sendable {
    /// Where the session is.
    public let url: URL

    private let options: RecorderOptions
    private let handoff: Handoff<Captured<State>>
    private let began: BeganLog
    private let finished = DispatchSemaphore(value: 0)
    private let lock = NSLock()

    // Under `lock`.
    private var capture: Capture
    private var seq = 0
    /// The actions under way, the innermost last.
    private var open: [Captured<State>] = []
    /// The actions for which there was no room since the last one for which there was.
    private var gap: Captured<State>?
    private var droppedCount = 0
    private var isClosed = false

    /// Starts a session in a new file at `url`.
    ///
    /// - Throws: An error when the file exists already or cannot be made.
    public init(recordingTo url: URL, options: RecorderOptions = RecorderOptions()) throws {
        self.url = url
        self.options = options
        // The initial state and one action must have room.
        handoff = Handoff(limit: max(2, options.queueLimit))
        let masks = Masks()
        capture = Capture(masking: Masking(options.redaction, masks))
        let writer = try SessionWriter(
            creating: url,
            facts: SessionFacts.all(for: State.self, options: options),
            syncs: options.durability == .powerSafe
        )
        do {
            began = try BeganLog(creatingFor: url, syncs: options.durability == .powerSafe)
        } catch {
            try? writer.close()
            try? FileManager.default.removeItem(at: url)
            throw error
        }
        start(writer, masks)
    }

    deinit {
        close()
    }

    /// How many actions were dispatched since the recording began.
    public var recorded: Int {
        lock.withLock { seq }
    }

    /// How many actions could not be recorded whole, because they came faster than they could be written.
    public var dropped: Int {
        lock.withLock { droppedCount }
    }

    /// Waits until everything dispatched so far is in the session file, or it shows that it cannot be written now.
    public func flush() {
        handoff.waitUntilIdle()
        let hasMore = lock.withLock { gap != nil && handOffGap() }
        if hasMore { handoff.waitUntilIdle() }
    }

    /// Ends the recording: writes what waits, and makes the session one plain file. What is dispatched afterwards is
    /// not recorded.
    public func close() {
        lock.lock()
        let isFirst = !isClosed
        isClosed = true
        var last: [Captured<State>] = []
        if isFirst {
            if let pending = gap {
                last.append(pending)
                options.tell(.dropped(seqs: pending.firstSeq...pending.seq))
                gap = nil
            }
            last += open.filter(\.isOpen)
        }
        lock.unlock()
        guard isFirst else { return }
        handoff.close(adding: last)
        finished.wait()
    }

    /// Deletes the session at `url` with all files that belong to it.
    ///
    /// - Throws: An error while an app is recording into it, or when it cannot be deleted.
    public static func removeSession(at url: URL) throws {
        try SessionRecovery.remove(url)
    }

    /// Notes that an action is about to be reduced. `current` gives the state as it is now.
    ///
    /// - Returns: what ``end(_:current:)`` takes; nil when nothing is recorded any more.
    func begin(_ action: Any, at origin: String? = nil, current: () -> State?) -> Captured<State>? {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return nil }
        // Subscribers run after the reducer has set the state: an action that comes while another is open comes from
        // one of them, and the state now is the one that the open action led to.
        if let outer = open.last, outer.isOpen { finish(outer, state: current(), now: MonotonicClock.now()) }
        if seq == 0 { _ = handoff.offer(Captured(initial: current()), longestWait: options.longestWait) }
        seq += 1
        let isSafe = options.durability != .buffered
        let captured = Captured<State>(
            .open,
            seq: seq,
            at: options.now(),
            action: action,
            payload: isSafe ? capture.payload(of: action) : nil,
            origin: origin
        )
        if isSafe { noteBegan(captured) }
        open.append(captured)
        captured.nanoseconds = MonotonicClock.now()
        return captured
    }

    /// Notes that the store is done with an action. `current` gives the state as it is now.
    func end(_ captured: Captured<State>?, current: () -> State?) {
        guard let captured else { return }
        let now = MonotonicClock.now()
        lock.lock()
        defer { lock.unlock() }
        guard let index = open.lastIndex(where: { $0 === captured }) else { return }
        open.removeSubrange(index...)
        if captured.isOpen, !isClosed { finish(captured, state: current(), now: now) }
    }

    private func finish(_ captured: Captured<State>, state: State?, now: UInt64) {
        captured.kind = .done
        captured.state = state
        captured.nanoseconds = now &- captured.nanoseconds
        if options.durability != .buffered { note { try began.appendDone(captured.seq) } }
        handOff(captured)
    }

    private func noteBegan(_ captured: Captured<State>) {
        guard let payload = captured.payload else { return }
        note { try began.appendBegan(captured.record(payload: payload, status: .began)) }
    }

    private func note(_ append: () throws -> Void) {
        do {
            try append()
        } catch {
            options.tell(.notCrashSafe(reason: "\(error)"))
        }
    }

    /// Hands an action to the writer; where there is no room, it becomes part of a gap.
    private func handOff(_ captured: Captured<State>) {
        if handOffGap(), handoff.offer(captured, longestWait: options.longestWait) { return }
        gap = Captured(gapFrom: gap?.firstSeq ?? captured.seq, to: captured)
        droppedCount += 1
    }

    /// Hands over the gap before anything that came after it; false while there is no room.
    private func handOffGap() -> Bool {
        guard let pending = gap else { return true }
        guard handoff.offer(pending, longestWait: 0) else { return false }
        gap = nil
        options.tell(.dropped(seqs: pending.firstSeq...pending.seq))
        return true
    }

    private func start(_ writer: SessionWriter, _ masks: Masks) {
        // The thread must not keep the recorder alive: letting go of it ends the recording.
        let (handoff, began, finished, options) = (handoff, began, finished, options)
        let journal = Journal(
            writer: writer,
            handoff: handoff,
            redaction: options.redaction,
            masks: masks,
            tell: options.tell,
            committed: { began.retire(through: $0) }
        )
        let thread = Thread {
            // With rows that could not be written, the side files are the last trace of them.
            if journal.run() == 0 { began.remove() }
            finished.signal()
        }
        thread.name = "Rewind recorder"
        // Room for states that are nested deeply: secondary threads get 512 KB on Apple systems.
        thread.stackSize = 16 << 20
        thread.start()
    }
}
