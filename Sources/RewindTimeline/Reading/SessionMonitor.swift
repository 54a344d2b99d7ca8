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

    private struct Stamp: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    private let url: URL
    private var stamps: [Stamp?] = []
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
        let now = [url.path, url.path + "-wal"].map(Self.stamp)
        let isSame = now == stamps
        defer {
            stamps = now
            isSettled = isSame
        }
        // Two writes within one tick of the file system's clock leave one stamp: so once more after each change.
        return !isSame || !isSettled
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Stamp(size: Int64(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
