import Foundation
import RewindSession
import RewindTree

/// Records the actions of a store and their resulting states in a session file.
///
/// ```swift
/// let folder = SessionFolder(.applicationSupportDirectory.appending(path: "Sessions"))
/// let recorder = Recorder<AppState>(in: folder)
/// let store = Store(reducer: appReducer, state: nil, middleware: [thunks, recorder.middleware()])
/// ```
///
/// Put the recorder's middleware last, next to the reducer, so that each state it sees is the result of its action. Or
/// wrap the root reducer with `reducer(wrapping:)`, which is exact wherever actions come from. <doc:AttachingRewind>
/// shows these and other ways. A recorder records one store and can be used from any thread. A process can have several
/// recorders.
///
/// Recording never throws into the app and never ends it: ``RecorderOptions/onProblem`` receives what cannot be
/// recorded. The recording ends with ``close()``, when the recorder is released, or when the process exits.
public final class Recorder<State>: Sendable {
    /// The location of the session.
    public let url: URL

    @usableFromInline package let dispatches: DispatchRecorder
    private let queue: BoundedQueue<QueueEntry>
    /// Nil if nothing is recorded.
    private let writerThread: WriterThread?
    private let mainThreadWork: MainThreadWork
    private let lifeCycle: AppLifeCycle?

    /// Starts a session in a new file at `url`.
    ///
    /// - Throws: `RecorderError` if the file exists or cannot be created, or if `url` is not a file URL.
    public convenience init(recordingTo url: URL, options: RecorderOptions = RecorderOptions()) throws(RecorderError) {
        self.init(url: url, files: try SessionFiles(creatingAt: url, for: State.self, options), options: options)
    }

    /// Starts a session in a folder that keeps the latest sessions of the app.
    ///
    /// If `folder` is not enabled, nothing is recorded. If the session cannot be created, nothing is recorded and
    /// ``RecorderOptions/onProblem`` receives ``RecorderProblem/notRecording(_:)``. In both cases the store works as
    /// without a recorder, and there is no file at ``url``.
    public convenience init(in folder: SessionFolder, options: RecorderOptions = RecorderOptions()) {
        let start = options.now()
        var (url, files): (URL, SessionFiles?) = (folder.url(at: start), nil)
        if folder.isEnabled {
            do {
                (url, files) = try folder.createSession(at: start) { url throws(RecorderError) in
                    try SessionFiles(creatingAt: url, for: State.self, options)
                }
                DispatchQueue.global(qos: .utility).async { folder.removeOldSessions() }
            } catch {
                options.tell(.notRecording(error))
            }
        }
        self.init(url: url, files: files, options: options)
    }

    private init(url: URL, files: SessionFiles?, options: RecorderOptions) {
        var options = options
        // Read where actions are dispatched.
        if let type = State.self as? AnyClass { options.following(type) }
        self.url = url
        // The initial state and one action must fit.
        queue = BoundedQueue(
            limit: max(2, options.queueLimit),
            byteLimit: options.queueByteLimit,
            timeLimit: Int(min(max(0, options.longestBacklog / .nanoseconds(1)), 1e18))
        )
        let masks = Masks()
        dispatches = DispatchRecorder(options: options, masks: masks, queue: queue, crashLog: files?.crashLog)
        mainThreadWork = MainThreadWork(longestWait: options.longestWaitForMainThread)
        guard let files else {
            (writerThread, lifeCycle) = (nil, nil)
            dispatches.close()
            return
        }
        let loop = WriterLoop(
            writer: files.writer,
            queue: queue,
            options: options,
            masks: masks,
            crashLog: files.crashLog,
            dispatches: dispatches,
            mainThreadWork: mainThreadWork
        )
        writerThread = WriterThread(loop, queue, mainThreadWork)
        lifeCycle = AppLifeCycle(
            onBackground: { [dispatches, mainThreadWork] in
                _ = Self.enterBackground(dispatches, mainThreadWork, atMost: AppLifeCycle.longestFlushInBackground)
            },
            onForeground: { [dispatches, mainThreadWork] in Self.enterForeground(dispatches, mainThreadWork) }
        )
        if let type = State.self as? any Encodable.Type, ConformanceIsolation.isIsolated(type) {
            dispatches.noteIsolated(type, ofStates: true)
        }
        if let type = State.self as? AnyClass { dispatches.noteStateIsObject(type) }
        OpenRecordings.shared.add(dispatches) { [dispatches, writerThread] deadline in
            if dispatches.close(before: deadline) { writerThread?.wait(until: deadline) }
        }
    }

    deinit {
        close()
    }

    /// True if there is a session, whether or not it is paused or closed.
    public var isRecording: Bool { writerThread != nil }

    /// The number of dispatched actions since the recording began, without excluded ones.
    public var dispatchedCount: Int {
        dispatches.recorded
    }

    /// The number of actions lost because the queue was full or the file could not be written.
    public var droppedCount: Int {
        dispatches.dropped
    }

    /// The number of actions whose effects were merged with that of a later action because their states could not be
    /// written fast enough. The actions and their payloads are in the session.
    public var mergedCount: Int {
        queue.mergedCount
    }

    /// The time that dispatches have waited for the recorder.
    package var waits: QueueWaits {
        queue.waitsSoFar
    }

    /// True while the recording is paused.
    public var isPaused: Bool {
        dispatches.isPaused
    }

    /// Gives the current point in time a name, and moves a bookmark that has this name: `rewind show FILE NAME` shows its
    /// state.
    ///
    /// Masks do not apply to the note.
    ///
    /// - Returns: False if there is no session, if no command could refer to the name, such as one that contains `~` or
    ///   `..`, or if the note is longer than 10,000 characters.
    @discardableResult
    public func bookmark(_ name: String, note: String? = nil) -> Bool {
        guard isRecording, Bookmark.isUsable(name: name), note.map(Bookmark.isUsable(note:)) ?? true else {
            return false
        }
        return dispatches.bookmark(name, note: note)
    }

    /// Stops recording until ``resume()``. The session counts the excluded actions; the next recorded action or travel
    /// shows their combined effect.
    public func pause() {
        dispatches.isPaused = true
    }

    /// Resumes recording after ``pause()``.
    public func resume() {
        dispatches.isPaused = false
    }

    /// True while the store is in the past, or on its way to a state of the recording. Thunks, middleware and
    /// subscribers that cause effects check it first.
    ///
    /// It is true for everything that observes a restored state, and for everything dispatched in the meantime, even if
    /// the restored state is the latest one. It becomes false when `TimeTravel` has passed the restoration to the store
    /// and the call returns. In a store that queues actions, it is true until the dispatch function returns if the
    /// recorder is attached by its middleware or by ``recordDispatch(of:state:_:)``; with `reducer(wrapping:)`, until
    /// the reducer has handled the restoration. A subscriber that postpones work checks before it does.
    public var isTraveling: Bool {
        dispatches.isTraveling
    }

    /// Waits until everything dispatched so far is in the session file, until writing fails, or until time is up.
    ///
    /// - Returns: True if everything is in the file.
    @discardableResult
    public func flush(atMost limit: Duration) -> Bool {
        Self.flush(dispatches, mainThreadWork, atMost: limit)
    }

    private static func flush(_ dispatches: DispatchRecorder, _ work: MainThreadWork, atMost limit: Duration) -> Bool {
        guard !work.isRunningHere else { return false }
        // A condition cannot wait until an arbitrary date.
        let deadline = Date(timeIntervalSinceNow: min(limit, .seconds(86_400)) / .seconds(1))
        guard ConformanceIsolation.isOnMainActor else { return dispatches.flush(until: deadline) }
        return dispatches.flush(until: deadline) { work.help() }
    }

    /// Waits, without blocking a thread of the app, until everything dispatched so far is in the session file, or until
    /// writing fails.
    ///
    /// - Returns: True if everything is in the file.
    @discardableResult
    public func flush() async -> Bool {
        await withCheckedContinuation { [dispatches] continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: dispatches.flush(until: nil))
            }
        }
    }

    /// Records that the app has entered the background, and writes everything, for at most a time.
    ///
    /// The system ends a suspended app without running its code. A session that ends there, with no action or effect under
    /// way, is suspended, not crashed. With UIKit, the recorder calls this itself.
    ///
    /// - Returns: True if everything is in the file.
    @discardableResult
    public func enterBackground(atMost limit: Duration) -> Bool {
        Self.enterBackground(dispatches, mainThreadWork, atMost: limit)
    }

    private static func enterBackground(
        _ dispatches: DispatchRecorder,
        _ work: MainThreadWork,
        atMost limit: Duration
    ) -> Bool {
        dispatches.setBackground(true)
        return flush(dispatches, work, atMost: limit)
    }

    /// Records that the app has entered the foreground, and writes that. With UIKit, the recorder calls this itself.
    public func enterForeground() {
        Self.enterForeground(dispatches, mainThreadWork)
    }

    private static func enterForeground(_ dispatches: DispatchRecorder, _ work: MainThreadWork) {
        dispatches.setBackground(false)
        // A crash that follows at once must not look like the end of a suspended app.
        _ = flush(dispatches, work, atMost: AppLifeCycle.longestFlushInForeground)
    }

    /// Ends the recording: writes all queued actions and finishes the session as one file. Actions dispatched later are
    /// not recorded.
    public func close() {
        dispatches.close()
        writerThread?.wait { [dispatches] in OpenRecordings.shared.remove(dispatches) }
    }

    /// Deletes the session at `url` with all files that belong to it.
    ///
    /// - Throws: `RecorderError` if an app is recording into the session, if it cannot be deleted, or if `url` is not a
    ///   file URL.
    public static func removeSession(at url: URL) throws(RecorderError) {
        try RecorderError.translating(at: url) { try SessionRecovery.remove(url) }
    }
}
