import Foundation
import RewindSession

/// Detects changes of a session that is being recorded, at the cost of a few system calls.
package struct SessionMonitor {
    /// The state of a recorder.
    package enum Recorder: Sendable {
        /// The app is recording.
        case atWork
        /// The session was closed.
        case done
        /// The app ended without closing the session.
        case gone
    }

    private let url: URL
    private var statuses: [FileStatus?] = []
    private var isSettled = false

    package init(of url: URL) {
        self.url = url
    }

    /// Returns the state of the recorder.
    ///
    /// - Throws: `SessionError` if the state cannot be determined.
    package func recorder() throws -> Recorder {
        switch try SessionRecovery.leftover(for: url) {
        case .live, .unknown: .atWork
        case .none: .done
        case .abandoned: .gone
        }
    }

    /// Returns true if the session may have been written to since the last call.
    package mutating func hasChanged() -> Bool {
        let now = [url.path, url.path + "-wal"].map { FileStatus(path: $0) }
        let isSame = now == statuses
        defer {
            statuses = now
            isSettled = isSame
        }
        // A second write within one tick of the file system's clock is not visible, so each change counts twice.
        return !isSame || !isSettled
    }
}
