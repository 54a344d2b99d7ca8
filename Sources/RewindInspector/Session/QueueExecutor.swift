#if os(macOS) || os(Linux)

import Dispatch
import Foundation

/// Runs the jobs of one actor on a queue of its own: to read a session may take long, and blocks no other task's thread.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs what takes long on a thread of its own, so that nobody's turn is taken by it.
    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    /// Runs `body` while no job of the actor runs, which waits meanwhile.
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

#endif
