import Foundation
import RewindSession

/// Tells from outside, at the cost of a few system calls, whether a session that somebody records has changed.
package struct SessionMonitor {
    /// Who writes the session.
    package enum Recorder: Sendable {
        /// Its app is at work.
        case atWork
        /// Nobody: it was closed.
        case done
        /// Nobody: its app ended without closing it.
        case gone
    }

    private let url: URL
    private var statuses: [FileStatus?] = []
    private var isSettled = false

    package init(of url: URL) {
        self.url = url
    }

    /// Who writes the session now.
    ///
    /// - Throws: `SessionError` when that cannot be told.
    package func recorder() throws -> Recorder {
        switch try SessionRecovery.leftover(for: url) {
        case .live: .atWork
        case .none: .done
        case .abandoned: .gone
        }
    }

    /// Whether something can have been written since the last call.
    package mutating func hasChanged() -> Bool {
        let now = [url.path, url.path + "-wal"].map { FileStatus(path: $0) }
        let isSame = now == statuses
        defer {
            statuses = now
            isSettled = isSame
        }
        // Two writes within one tick of the file system's clock leave it as it was: so once more after each change.
        return !isSame || !isSettled
    }
}
