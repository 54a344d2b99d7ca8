import Foundation
import RewindTree

/// The thread on which what a recorder records is written.
final class WriterThread: Sendable {
    /// How often the main thread looks for what it has to do while it waits.
    private static var interval: DispatchTimeInterval { .milliseconds(2) }
    private static let stackSize = 16 << 20

    private let work = DispatchGroup()
    private let queue: BoundedQueue<QueueEntry>
    private let mainThreadWork: MainThreadWork

    /// Starts it. The thread keeps nothing of the recorder alive: letting go of that ends the recording.
    init(_ loop: WriterLoop, _ queue: BoundedQueue<QueueEntry>, _ mainThreadWork: MainThreadWork) {
        (self.queue, self.mainThreadWork) = (queue, mainThreadWork)
        work.enter()
        let thread = Thread { [work] in
            loop.run()
            work.leave()
        }
        thread.name = "Rewind recorder"
        // Room for states that are nested deeply: secondary threads get 512 KB on Apple systems.
        thread.stackSize = Self.stackSize
        // The main thread waits for it in `flush()` and `close()`.
        thread.qualityOfService = .userInitiated
        thread.start()
    }

    /// Waits until all is written and the file is closed, then calls `then`.
    ///
    /// The thread itself does not wait, and `then` is called later: the app's code may close the recorder there, and an
    /// action that is let go of there may be the last that holds the recorder.
    func wait(then: @escaping @Sendable () -> Void) {
        guard !isWaitedFor else { return work.notify(queue: .global(qos: .utility), execute: then) }
        if ConformanceIsolation.isOnMainActor { help(until: .distantFuture) } else { work.wait() }
        then()
    }

    /// Waits until all is written and the file is closed, at most until `deadline`; the thread itself does not wait.
    func wait(until deadline: Date) {
        guard !isWaitedFor else { return }
        guard !ConformanceIsolation.isOnMainActor else { return help(until: deadline) }
        _ = work.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow))
    }

    /// Waits on the main thread, which does meanwhile what the writer has for it.
    private func help(until deadline: Date) {
        while work.wait(timeout: .now() + Self.interval) == .timedOut, Date() < deadline { mainThreadWork.help() }
    }

    /// Whether the writer waits for the thread that asks.
    private var isWaitedFor: Bool {
        queue.isWriter || mainThreadWork.isRunningHere
    }
}
