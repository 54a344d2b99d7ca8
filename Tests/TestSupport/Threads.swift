import Foundation
import Testing

/// Threads that run beside the test.
///
/// Safe to share because their errors are only accessed under `lock`.
package final class Threads: @unchecked Sendable {
    private let lock = NSLock()
    private let group = DispatchGroup()
    private var failure: (any Error)?

    /// Starts `count` threads, and passes each its number.
    package init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
        for number in 0..<count {
            group.enter()
            Thread { [self] in
                do {
                    try body(number)
                } catch {
                    lock.withLock { failure = error }
                }
                group.leave()
            }.start()
        }
    }

    /// Waits for all threads, with a timeout that only a deadlock reaches.
    ///
    /// - Throws: The error of a thread.
    package func wait(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(group.wait(timeout: .now() + 120) == .success, "a thread hangs", sourceLocation: sourceLocation)
        try lock.withLock { if let failure { throw failure } }
    }
}

/// An event that happens once.
///
/// Safe to share because its state is only accessed under `lock`.
package final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var hasHappened = false

    package init() {}

    package var isSet: Bool {
        lock.withLock { hasHappened }
    }

    package func set() {
        lock.withLock { hasHappened = true }
    }
}
