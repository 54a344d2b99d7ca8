import Foundation
import Testing

/// Threads that run beside the test.
///
/// Sound to share because what they throw is only touched under `lock`.
final class Threads: @unchecked Sendable {
    private let lock = NSLock()
    private let group = DispatchGroup()
    private var failure: (any Error)?

    /// Starts so many, and tells each its number.
    init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
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

    /// Waits for all, so long that only what hangs takes longer.
    ///
    /// - Throws: what one of them threw.
    func wait(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(group.wait(timeout: .now() + 120) == .success, "a thread hangs", sourceLocation: sourceLocation)
        try lock.withLock { if let failure { throw failure } }
    }
}

/// Something that happens once.
///
/// Sound to share because its state is only touched under `lock`.
final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var hasHappened = false

    var isSet: Bool {
        lock.withLock { hasHappened }
    }

    func set() {
        lock.withLock { hasHappened = true }
    }
}

/// Waits until something is so that nothing tells of; gives false when it is not in time.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = DispatchTime.now() + 60
    while DispatchTime.now() < deadline {
        if try condition() { return true }
        sched_yield()
    }
    return false
}
