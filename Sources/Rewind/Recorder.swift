import Foundation
import RewindSession
import RewindTree

/// Records the actions of a store and their resulting states in a session file.
///
/// ```swift
/// let folder = SessionFolder()
/// let recorder = Recorder<AppState>(in: folder)
/// let store = Store(reducer: recorder.reducer(wrapping: appReducer), state: nil, middleware: [thunks])
/// ```
///
/// <doc:RecordingAStore> shows this and other ways. A recorder records one store and can be used from any thread. A
/// process can have several recorders.
///
/// Recording never throws into the app and never ends it: ``RecorderOptions/onProblem`` receives what cannot be
/// recorded. The recording ends with ``close()``, when the recorder is released, or when the process exits.
public final class Recorder<State>: Sendable {
    private let options: RecorderOptions
    /// The folder of the sessions; nil for one session at a URL.
    private let folder: SessionFolder?
    private let current: CurrentRecording
    /// The states of the stores that have joined.
    let stores = JoinedStores()

    /// Starts a session in a new file at `url`.
    ///
    /// - Throws: `RecorderError` if the file exists or cannot be created, or if `url` is not a file URL.
    public convenience init(recordingTo url: URL, options: RecorderOptions = RecorderOptions()) throws(RecorderError) {
        let files = try SessionFiles(creatingAt: url, for: State.self, options)
        self.init(nil, options, url: url, files)
    }

    /// Starts a session in a folder that keeps the latest sessions of the app.
    ///
    /// If `folder` is not enabled, nothing is recorded until ``start()``. If the session cannot be created, nothing is
    /// recorded and ``RecorderOptions/onProblem`` receives ``RecorderProblem/notRecording(_:)``. In both cases the store
    /// works as without a recorder.
    public convenience init(in folder: SessionFolder, options: RecorderOptions = RecorderOptions()) {
        self.init(folder, options, url: nil, nil)
        if folder.isEnabled { start() }
    }

    private init(_ folder: SessionFolder?, _ options: RecorderOptions, url: URL?, _ files: SessionFiles?) {
        var options = options
        // Read where actions are dispatched.
        if let type = State.self as? AnyClass { options.following(type) }
        self.options = options
        self.folder = folder
        let recording = Recording(of: State.self, at: url, files, options)
        current = CurrentRecording(recording)
    }

    deinit {
        close()
    }

    /// Starts a session in the folder of the recorder, if none is being recorded, for example when the user agrees.
    ///
    /// After ``close()``, it is another session. Its first state is the one that its first action finds. Actions and
    /// effects that are under way when it starts are not recorded. A `TimeTravel` stays usable; call `open` and `link()`
    /// again.
    ///
    /// - Returns: True if a session is being recorded. If none can be created, ``RecorderOptions/onProblem`` receives the
    ///   reason.
    @discardableResult
    public func start() -> Bool {
        current.start { earlier in
            guard let folder, folder.isAvailable else { return nil }
            let start = options.now()
            do throws(RecorderError) {
                let (url, files) = try folder.createSession(at: start) { url throws(RecorderError) in
                    try SessionFiles(creatingAt: url, for: State.self, options)
                }
                DispatchQueue.global(qos: .utility).async { folder.removeOldSessions(now: start) }
                return Recording(of: State.self, at: url, files, options, after: earlier)
            } catch {
                options.tell(.notRecording(error))
                return nil
            }
        }
    }

    /// The location of the session: of the latest one after ``close()``, and nil if nothing was recorded yet.
    public var url: URL? { current.value.url }

    /// The identifier of the session, for a crash report: nil if nothing was recorded yet. `rewind ls --json` shows it.
    public var sessionID: String? { current.value.sessionID }

    /// True while a session is being recorded, whether or not it is paused.
    public var isRecording: Bool { current.value.isRecording }

    /// Returns the number of the next report, from 1.
    func nextReport() -> Int { current.nextReport() }

    /// True if there is a session, which may be closed.
    var hasSession: Bool { current.value.hasSession }

    @usableFromInline package var dispatches: DispatchRecorder { current.value.dispatches }

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
        current.value.queue.mergedCount
    }

    /// The time that dispatches have waited for the recorder.
    package var waits: QueueWaits {
        current.value.queue.waitsSoFar
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
        current.value.flush(atMost: limit)
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
        current.value.enterBackground(atMost: limit)
    }

    /// Records that the app has entered the foreground, and writes that. With UIKit, the recorder calls this itself.
    public func enterForeground() {
        current.value.enterForeground()
    }

    /// Ends the recording: writes all queued actions and finishes the session as one file. Actions dispatched later are
    /// not recorded, until ``start()``.
    public func close() {
        current.value.close()
    }
}
