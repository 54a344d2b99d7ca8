#if os(macOS) || os(Linux)

import Foundation

/// Tells long work that somebody has asked for something else since.
///
/// Unchecked, because the number changes; it is sound, because it does so under the lock.
final class LatestRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    /// Begins a request, which ends the one before.
    ///
    /// - Returns: whether it is still the latest.
    func begin() -> @Sendable () -> Bool {
        let own = lock.withLock {
            number += 1
            return number
        }
        return { self.lock.withLock { self.number == own } }
    }

    /// Ends the last one.
    func end() {
        lock.withLock { number += 1 }
    }
}

#endif
