#if os(macOS) || os(Linux)

import Foundation

/// Cancels long work when a newer request replaces it.
///
/// Safe to share because the number is only accessed under the lock.
final class LatestRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    /// Starts a request, and cancels the previous one.
    ///
    /// - Returns: A function that returns true while the request is the latest.
    func begin() -> @Sendable () -> Bool {
        let own = lock.withLock {
            number += 1
            return number
        }
        return { self.lock.withLock { self.number == own } }
    }

    /// Cancels the current request.
    func end() {
        lock.withLock { number += 1 }
    }
}

#endif
