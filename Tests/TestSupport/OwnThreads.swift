import Foundation
import Testing

/// Threads for what has to go on while others reckon: tests share as many threads as there are cores, and who waits for
/// an answer there waits until others have ended.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return try await function() }
        try await withTaskExecutorPreference(Executor.shared) { try await function() }
    }

    /// Runs what blocks, until something else has happened, on a thread that is for it alone.
    package static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    /// Unchecked, because it is used by all its threads; it is sound, because what they share is touched under the lock.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private final class Executor: TaskExecutor, @unchecked Sendable {
        static let shared = Executor()

        private let condition = NSCondition()
        /// The latest first.
        private var jobs: [UnownedJob] = []

        private init() {
            for _ in 0..<8 { Thread { [self] in work() }.start() }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            condition.withLock { jobs.insert(job, at: 0) }
            condition.signal()
        }

        private func work() {
            while true {
                let job = condition.withLock {
                    while jobs.isEmpty { condition.wait() }
                    return jobs.removeLast()
                }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }
}

extension Trait where Self == OwnThreads {
    /// It runs on threads beside those of the other tests: it looks at the time, or waits for processes and servers.
    package static var ownThreads: Self { Self() }
}
