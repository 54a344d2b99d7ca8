import Foundation
import RewindTree

/// The thread that writes the recording.
final class WriterThread: Sendable {
    /// The interval in which the main thread checks for work while it waits.
    private static var interval: DispatchTimeInterval { .milliseconds(2) }
    private static let stackSize = 16 << 20

    private let work = DispatchGroup()
    private let queue: BoundedQueue<QueueEntry>
    private let mainThreadWork: MainThreadWork

    /// Starts the thread. It does not keep the recorder alive: releasing the recorder ends the recording.
    init(_ loop: WriterLoop, _ queue: BoundedQueue<QueueEntry>, _ mainThreadWork: MainThreadWork) {
        (self.queue, self.mainThreadWork) = (queue, mainThreadWork)
        work.enter()
        let thread = Thread { [work] in
            loop.run()
            work.leave()
        }
        thread.name = "Rewind recorder"
        // Large enough for deeply nested states: secondary threads have 512 KB on Apple systems.
        thread.stackSize = Self.stackSize
        // The main thread waits for it in `flush()` and `close()`.
        thread.qualityOfService = .userInitiated
        thread.start()
    }

    /// Waits until everything is written and the file is closed, and then calls `then`.
    ///
    /// On the writer thread itself, returns immediately, and `then` is called later: the app's code may close the
    /// recorder there, or release the last action that retains the recorder.
    func wait(then: @escaping @Sendable () -> Void) {
        guard !isWaitedFor else { return work.notify(queue: .global(qos: .utility), execute: then) }
        if ConformanceIsolation.isOnMainActor { help(until: .distantFuture) } else { work.wait() }
        then()
    }

    /// Waits until everything is written and the file is closed, or until `deadline`; never on the writer thread.
    func wait(until deadline: Date) {
        guard !isWaitedFor else { return }
        guard !ConformanceIsolation.isOnMainActor else { return help(until: deadline) }
        _ = work.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow))
    }

    /// Waits on the main thread, which meanwhile runs the writer's work for it.
    private func help(until deadline: Date) {
        while work.wait(timeout: .now() + Self.interval) == .timedOut, Date() < deadline { mainThreadWork.help() }
    }

    /// True if the writer waits for the current thread.
    private var isWaitedFor: Bool {
        queue.isWriter || mainThreadWork.isRunningHere
    }
}
