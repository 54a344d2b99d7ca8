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
            latest[subject] = number
            // The number of different subjects is unlimited. The oldest request ends first.
            if latest.count > 100, let oldest = latest.min(by: { $0.value < $1.value }) { latest[oldest.key] = nil }
            return number
        }
        return { self.lock.withLock { self.latest[subject] == own } }
    }

    /// Cancels all requests.
    func end() {
        lock.withLock { latest = [:] }
    }
}
