#if os(macOS) || os(Linux)

import Foundation

/// Cancels long work when a newer request replaces it.
///
/// Safe to share because the numbers are only accessed under the lock.
final class LatestRequest: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    /// The number of the latest request about each subject.
    private var latest: [String: Int] = [:]

    /// Starts a request, and cancels the previous one about the same subject.
    ///
    /// - Returns: A function that returns true while the request is the latest.
    func begin(_ subject: String) -> @Sendable () -> Bool {
        let own = lock.withLock {
            number += 1
            // The number of different subjects is unlimited.
            if latest.count > 100 { latest = [:] }
            latest[subject] = number
            return number
        }
        return { self.lock.withLock { self.latest[subject] == own } }
    }

    /// Cancels all requests.
    func end() {
        lock.withLock { latest = [:] }
    }
}

#endif
