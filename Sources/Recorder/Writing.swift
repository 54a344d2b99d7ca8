import Foundation

/// The thread on which a recorder's journal is written.
final class Writing: Sendable {
    private let work = DispatchGroup()

    /// Starts it. The thread keeps nothing of the recorder alive: letting go of that ends the recording.
    init(_ journal: Journal) {
        work.enter()
        let thread = Thread { [work] in
            journal.run()
            work.leave()
        }
        thread.name = "Rewind recorder"
        // Room for states that are nested deeply: secondary threads get 512 KB on Apple systems.
        thread.stackSize = 16 << 20
        thread.start()
    }

    /// Waits until all is written and the file is closed.
    func wait() {
        work.wait()
    }

    /// Waits as `wait()` does, at most until `deadline`.
    func wait(until deadline: Date) {
        _ = work.wait(timeout: .now() + max(0, deadline.timeIntervalSinceNow))
    }
}
