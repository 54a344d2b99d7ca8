import CRewindSQLite
import Foundation
import RewindSession
import RewindTree

/// One session of a recorder: its file, its queue and its threads.
final class Recording: Sendable {
    /// The location of the session; nil if nothing is recorded.
    let url: URL?
    /// The identifier of the session; nil if nothing is recorded.
    let sessionID: String?
    let dispatches: DispatchRecorder
    let queue: BoundedQueue<QueueEntry>
    /// Nil if nothing is recorded.
    private let writerThread: WriterThread?
    private let mainThreadWork: MainThreadWork

    /// Starts to record into `files`; without them, nothing is recorded.
    ///
    /// - Parameter earlier: The recording that this one follows.
    init<State>(
        of state: State.Type,
        at url: URL?,
        _ files: SessionFiles?,
        _ options: RecorderOptions,
        after earlier: Recording? = nil
    ) {
        self.url = url
        sessionID = files?.id
        // The initial state and one action must fit.
        queue = BoundedQueue(
            limit: max(2, options.queueLimit),
            byteLimit: options.queueByteLimit,
            timeLimit: Int(min(max(0, options.longestBacklog / .nanoseconds(1)), 1e18))
        )
        let masks = Masks()
        dispatches = DispatchRecorder(options: options, masks: masks, queue: queue, crashLog: files?.crashLog)
        mainThreadWork = MainThreadWork(longestWait: options.longestWaitForMainThread)
        if let earlier { dispatches.takeSettings(from: earlier.dispatches) }
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
        if let type = state as? any Encodable.Type, ConformanceIsolation.isIsolated(type) {
            dispatches.noteIsolated(type, ofStates: true)
        }
        if let type = state as? AnyClass { dispatches.noteStateIsObject(type) }
        OpenRecordings.shared.add(dispatches) { [dispatches, writerThread] deadline in
            if dispatches.close(before: deadline) { writerThread?.wait(until: deadline) }
        }
    }

    /// True if there is a session, which may be closed.
    var hasSession: Bool { writerThread != nil }

    /// True until the recording is closed, if there is a session.
    var isRecording: Bool { hasSession && !dispatches.isClosed }

    /// Waits until everything dispatched so far is in the file, or for at most a time. Returns true if it is.
    func flush(atMost limit: Duration) -> Bool {
        guard !mainThreadWork.isRunningHere else { return false }
        // A condition cannot wait until an arbitrary date.
        let deadline = Date(timeIntervalSinceNow: min(limit, .seconds(86_400)) / .seconds(1))
        guard ConformanceIsolation.isOnMainActor else { return dispatches.flush(until: deadline) }
        return dispatches.flush(until: deadline) { [mainThreadWork] in mainThreadWork.help() }
    }

    /// Records that the app has entered the background, and flushes.
    func enterBackground(atMost limit: Duration) -> Bool {
        dispatches.setBackground(true)
        return flush(atMost: limit)
    }

    /// Records that the app has entered the foreground.
    func enterForeground() {
        dispatches.setBackground(false)
        // A crash that follows at once must not look like the end of a suspended app.
        _ = flush(atMost: AppLifeCycle.longestFlushInForeground)
    }

    /// Ends the recording, and waits until the session is finished.
    func close() {
        dispatches.close()
        writerThread?.wait { [dispatches] in OpenRecordings.shared.remove(dispatches) }
    }
}

/// The recording of a recorder, which changes when another session starts.
///
/// Safe to share because its mutable state is only used under `lock`, except for `current`, which is read atomically. The
/// recording there is not released before this object.
final class CurrentRecording: @unchecked Sendable {
    private let current: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let lock = NSLock()
    private var recordings: [Recording]
    private var lifeCycle: AppLifeCycle?
    private var reports = 0

    init(_ recording: Recording) {
        recordings = [recording]
        current = .allocate(capacity: 1)
        current.initialize(to: Unmanaged.passUnretained(recording).toOpaque())
        lifeCycle = AppLifeCycle(
            onBackground: { [weak self] in
                _ = self?.value.enterBackground(atMost: AppLifeCycle.longestFlushInBackground)
            },
            onForeground: { [weak self] in self?.value.enterForeground() }
        )
    }

    deinit {
        current.deallocate()
    }

    /// Every dispatch reads it, so it takes no lock.
    var value: Recording {
        Unmanaged.fromOpaque(rewind_load_pointer(current)).takeUnretainedValue()
    }

    /// Returns the number of the next report, from 1.
    func nextReport() -> Int {
        lock.withLock {
            reports += 1
            return reports
        }
    }

    /// Starts another recording, unless one is running. Returns true if one is running then.
    func start(_ create: (Recording) -> Recording?) -> Bool {
        lock.withLock {
            let earlier = value
            guard !earlier.isRecording else { return true }
            guard let next = create(earlier) else { return false }
            recordings.append(next)
            rewind_store_pointer(current, Unmanaged.passUnretained(next).toOpaque())
            earlier.dispatches.releaseTravel()
            return true
        }
    }
}
