import Foundation

/// A thread for what would hold up the others: an exit test that goes on until something else has happened keeps one of
/// those that all tests share, of which there are as many as cores.
package enum OwnThread {
    /// Runs `body` on it.
    package static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }
}
