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
    private struct Open {
        let dispatch: Dispatch
        let start: UInt64
        var isClosed = false
    }

    /// Where the session is.
    public let url: URL

    private let options: RecorderOptions
    private let handoff: Handoff<Entry<State>>
    private let began: BeganLog
    private let finished = DispatchSemaphore(value: 0)
    private let lock = NSLock()

    // Under `lock`.
    private var capture: Capture
    private var names: [ObjectIdentifier: String] = [:]
    private var seq = 0
    private var open: [Open] = []
    private var gap: (seqs: ClosedRange<Int>, at: Int, state: State?)?
    private var droppedCount = 0
    private var isClosed = false

    /// Starts a session in a new file at `url`.
    ///
    /// - Throws: An error when the file exists already or cannot be made.
    public init(recordingTo url: URL, options: RecorderOptions = RecorderOptions()) throws {
        self.url = url
        self.options = options
        handoff = Handoff(limit: options.queueLimit)
        let masks = Masks()
        capture = Capture(masking: Masking(options.redaction, masks))
        let writer = try SessionWriter(
            creating: url,
            facts: SessionFacts.all(for: State.self, options: options),
            syncs: options.durability == .powerSafe
        )
        began = try BeganLog(creatingFor: url, syncs: options.durability == .powerSafe)
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
    }

    /// Ends the recording: writes what waits, and makes the session one plain file. What is dispatched afterwards is
    /// not recorded.
    public func close() {
        lock.lock()
        let isFirst = !isClosed
        isClosed = true
        if isFirst {
            handOffGap()
            for entry in open where !entry.isClosed { handOff(.unfinished(entry.dispatch), entry.dispatch) }
        }
        lock.unlock()
        guard isFirst else { return }
        handoff.close()
        finished.wait()
    }

    /// Deletes the session at `url` with all files that belong to it.
    ///
    /// - Throws: An error while an app is recording into it, or when it cannot be deleted.
    public static func removeSession(at url: URL) throws {
        try SessionRecovery.remove(url)
    }

    /// A dispatch under way, from `begin` to `end`.
    struct Token {
        fileprivate let seq: Int
    }

    /// Notes that an action is about to be reduced. `current` gives the state as it is now.
    func begin(_ action: Any, at origin: String? = nil, current: () -> State?) -> Token? {
        let now = options.now()
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { return nil }
        let start = DispatchTime.now().uptimeNanoseconds
        // Subscribers run after the reducer has set the state: an action that comes while another is open comes from
        // one of them, and the state now is the one that the open action led to.
        if let index = open.indices.last, !open[index].isClosed {
            finish(index, state: current(), now: start)
        }
        if seq == 0 { _ = handoff.offer(.initial(current()), longestWait: options.longestWait) }
        seq += 1
        let type = name(of: action)
        let dispatch = Dispatch(
            seq: seq,
            at: now,
            type: type,
            action: action,
            payload: options.durability == .buffered ? nil : capture.payload(of: action, type: type),
            origin: origin
        )
        if options.durability != .buffered { noteBegan(dispatch) }
        open.append(Open(dispatch: dispatch, start: DispatchTime.now().uptimeNanoseconds))
        return Token(seq: seq)
    }

    /// Notes that the store is done with an action. `current` gives the state as it is now.
    func end(_ token: Token?, current: () -> State?) {
        guard let token else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        lock.lock()
        defer { lock.unlock() }
        guard let index = open.lastIndex(where: { $0.dispatch.seq == token.seq }) else { return }
        if !open[index].isClosed, !isClosed { finish(index, state: current(), now: now) }
        open.removeSubrange(index...)
    }

    private func finish(_ index: Int, state: State?, now: UInt64) {
        open[index].isClosed = true
        let dispatch = open[index].dispatch
        if options.durability != .buffered { note { try began.appendDone(dispatch.seq) } }
        handOff(.done(dispatch, state: state, duration: Int(now - open[index].start)), dispatch, state: state)
    }

    private func noteBegan(_ dispatch: Dispatch) {
        let record = ActionRecord(
            seq: dispatch.seq,
            parent: dispatch.seq - 1,
            at: dispatch.at,
            type: dispatch.type,
            coder: dispatch.payload?.isCodable == true ? .codable : .reflected,
            payload: dispatch.payload?.tree,
            status: .began,
            origin: dispatch.origin
        )
        note { try began.appendBegan(record) }
    }

    private func note(_ append: () throws -> Void) {
        do {
            try append()
        } catch {
            tell(.notCrashSafe(reason: "\(error)"))
        }
    }

    /// Hands an entry to the writer; where there is no room, its action becomes part of a gap.
    private func handOff(_ entry: Entry<State>, _ dispatch: Dispatch, state: State? = nil) {
        if gap == nil || handOffGap(), handoff.offer(entry, longestWait: options.longestWait) { return }
        gap = ((gap?.seqs.lowerBound ?? dispatch.seq)...dispatch.seq, gap?.at ?? dispatch.at, state)
        droppedCount += 1
    }

    /// Hands over the gap before anything that came after it; false while there is no room.
    @discardableResult
    private func handOffGap() -> Bool {
        guard let pending = gap else { return true }
        guard handoff.offer(.gap(pending.seqs, at: pending.at, state: pending.state), longestWait: 0) else {
            return false
        }
        gap = nil
        tell(.dropped(seqs: pending.seqs))
        return true
    }

    private func tell(_ problem: RecorderProblem) {
        guard let onProblem = options.onProblem else { return }
        // On another thread: what the app does there must not run under the lock.
        DispatchQueue.global(qos: .utility).async { onProblem(problem) }
    }

    private func name(of action: Any) -> String {
        let type = type(of: action)
        if let name = names[ObjectIdentifier(type)] { return name }
        let name = String(describing: type)
        names[ObjectIdentifier(type)] = name
        return name
    }

    private func start(_ writer: SessionWriter, _ masks: Masks) {
        // The thread must not keep the recorder alive: letting go of it ends the recording.
        let (handoff, began, finished, options) = (handoff, began, finished, options)
        let journal = Journal(
            writer: writer,
            handoff: handoff,
            redaction: options.redaction,
            masks: masks,
            tell: { options.onProblem?($0) },
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
