import Foundation

/// The thread on which a recorder's journal is written.
final class Writing: Sendable {
    /// How much of the thread's stack may be used to encode what the app gives, in bytes.
    static let capturingStack = 8 << 20
    private static let stackSize = 16 << 20

    private let work = DispatchGroup()
    private let handoff: Handoff<Captured>

    /// Starts it. The thread keeps nothing of the recorder alive: letting go of that ends the recording.
    init(_ journal: Journal, _ handoff: Handoff<Captured>) {
        self.handoff = handoff
        work.enter()
        let thread = Thread { [work] in
            journal.run()
            work.leave()
        }
        thread.name = "Rewind recorder"
        // Room for states that are nested deeply: secondary threads get 512 KB on Apple systems.
        thread.stackSize = Self.stackSize
        thread.start()
    }

    /// Waits until all is written and the file is closed, then calls `then`.
    ///
    /// The thread itself does not wait, and `then` is called later: the app's code may close the recorder there, and an
    /// action that is let go of there may be the last that holds the recorder.
    func wait(then: @escaping @Sendable () -> Void) {
        guard !handoff.isWriter else { return work.notify(queue: .global(qos: .utility), execute: then) }
        work.wait()
        then()
    }

    /// Waits until all is written and the file is closed, at most until `deadline`; the thread itself does not wait.
    func wait(until deadline: Date) {
        guard !handoff.isWriter else { return }
        _ = work.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow))
    }
}
