import Foundation
import Testing

/// Runs tests on separate threads. Tests share as many threads as there are cores, so that one that waits for a
/// response may otherwise wait for other tests to end.
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

    /// Runs blocking code on a separate thread.
    @discardableResult
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }

    /// Safe to share because its state is only accessed under the lock.
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
    /// Separate threads, for tests that depend on wall-clock time, on processes or on servers.
    package static var ownThreads: Self { Self() }
}
