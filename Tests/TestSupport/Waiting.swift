import Foundation
import Testing

/// Polls until a condition holds. Returns false after a timeout.
package func eventually(within seconds: Double = 60, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = DispatchTime.now() + seconds
    while DispatchTime.now() < deadline {
        if try condition() { return true }
        usleep(200)
    }
    return false
}

/// Polls until a condition holds, without blocking the thread.
///
/// - Throws: Any error of `condition`; an expectation that failed, after the timeout.
package nonisolated(nonsending) func waitUntil(
    within seconds: Double = 60,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: nonisolated(nonsending) () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "never happened", sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}
