import Foundation
import RewindSession
import RewindTree

/// Records a store: every action, and the state it led to, into one session file.
///
/// ```swift
/// let folder = SessionFolder(.applicationSupportDirectory.appending(path: "Sessions"))
/// let recorder = Recorder<AppState>(in: folder)
/// let store = Store(reducer: appReducer, state: nil, middleware: [thunks, recorder.middleware()])
/// ```
///
/// Put the recorder's middleware last, next to the reducer: then each state it sees is exactly the one its action led
/// to. Or wrap the root reducer with `reducer(wrapping:)`, which is exact wherever actions come from. <doc:AttachingRewind>
/// shows these and other ways. A recorder records one store; it may be used from any thread, and a process may have
/// several.
///
/// Recording never throws into the app and never stops it: what cannot be recorded is counted and told to
/// ``RecorderOptions/onProblem``. It ends with ``close()``, when the recorder is let go, or when the process exits.
public final class Recorder<State>: Sendable {
    /// The location of the session.
    public let url: URL

    @usableFromInline package let dispatches: DispatchRecorder
    private let queue: BoundedQueue<QueueEntry>
    /// Nil if nothing is recorded.
    private let writerThread: WriterThread?
    private let mainThreadWork: MainThreadWork

    /// Starts a session in a new file at `url`.
    ///
    /// - Throws: `RecorderError` if the file exists or cannot be created, or if `url` is not a file URL.
    public convenience init(
        recordingTo url: URL,
        options: RecorderOptions = RecorderOptions()
    ) throws(RecorderError) {
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
        self.url = url
        // The initial state and one action must have room.
        queue = BoundedQueue(limit: max(2, options.queueLimit), byteLimit: options.queueByteLimit)
        let masks = Masks()
        dispatches = DispatchRecorder(options: options, masks: masks, queue: queue, crashLog: files?.crashLog)
        mainThreadWork = MainThreadWork(longestWait: options.longestWaitForMainThread)
        guard let files else {
            writerThread = nil
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
        if let type = State.self as? any Encodable.Type, ConformanceIsolation.isIsolated(type) {
            dispatches.noteIsolated(type, ofStates: true)
        }
        OpenRecordings.shared.add(dispatches) { [dispatches, writerThread] deadline in
            if dispatches.close(before: deadline) { writerThread?.wait(until: deadline) }
        }
    }

    deinit {
        close()
    }

    /// How many actions were dispatched since the recording began, those left out excepted.
    public var recorded: Int {
        dispatches.recorded
    }

    /// How many actions were lost: they came faster than they could be written, or the file was gone or could not be
    /// written.
    public var dropped: Int {
        dispatches.dropped
    }

    /// How many actions are in the session with their payloads, and with their effects recorded together with that of a
    /// later action: their states came faster than they could be written.
    public var joined: Int {
        queue.joined
    }

    /// How long the recorder has made dispatches wait.
    package var waits: QueueWaits {
        queue.waitsSoFar
    }

    /// Whether actions are left out at the moment.
    public var isPaused: Bool {
        dispatches.isPaused
    }

    /// Leaves out the actions from now on. The session tells how many they were, and what they changed altogether, which
    /// the next recorded action or travel shows.
    public func pause() {
        dispatches.isPaused = true
    }

    /// Records actions again.
    public func resume() {
        dispatches.isPaused = false
    }

    /// Waits until everything dispatched so far is in the session file, or it shows that it cannot be written now.
    public func flush() {
        guard !mainThreadWork.isRunningHere else { return }
        guard ConformanceIsolation.isOnMainActor else { return dispatches.flush() }
        dispatches.flush { [mainThreadWork] in mainThreadWork.help() }
    }

    /// Ends the recording: writes what waits, and makes the session one plain file. What is dispatched afterwards is
    /// not recorded.
    public func close() {
        dispatches.close()
        writerThread?.wait { [dispatches] in OpenRecordings.shared.remove(dispatches) }
    }

    /// Deletes the session at `url` with all files that belong to it.
    ///
    /// - Throws: `RecorderError` while an app is recording into it, when it cannot be deleted, and when `url` is none of a
    ///   file.
    public static func removeSession(at url: URL) throws(RecorderError) {
        try RecorderError.translating(at: url) { try SessionRecovery.remove(url) }
    }
}
