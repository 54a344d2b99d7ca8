import Dispatch
import Foundation

/// Runs the jobs of one actor on a separate queue, as reading a session may take long and must not block other tasks.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Calls `body`, which takes long, on a new thread, so that it blocks no shared one.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    /// Calls `body` while the actor runs no job; its jobs wait.
    func holding<Value>(_ body: () throws -> Value) rethrows -> Value {
        try queue.sync(execute: body)
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
