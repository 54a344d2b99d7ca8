import Foundation

/// The side files that hold what was dispatched and is not yet in the session file.
///
/// An action is written before its reducer runs, so it outlives the process however that ends: to memory that the
/// operating system shares with the file, or with one `write` where it has to be on the disk, or there is no such memory.
/// Opening the session afterwards folds the files in and removes them. Both are JSON Lines (`CrashLogLine`, `CrashLogEnd`),
/// with zeros behind them.
///
/// Two files take turns, so that neither grows without bound: one is written from its start again as soon as all it
/// holds is committed. What remains behind the new lines is old and has a seq that the session file has, or was cut
/// and is no valid line: the end of an action stands in the same file as its dispatch, behind it. The first file is
/// locked (`flock`) while the recording lasts. A write that fails is reported, and stops nothing.
///
/// Sound to share because every access to its state happens under `lock`.
package final class CrashLog: @unchecked Sendable {
    /// How an action gets there.
    package enum Medium: Sendable {
        /// By a write to the file.
        case file
        /// By a store to memory that is shared with the file; where there is none, as `file`.
        case memory
        /// By a write that waits for the disk.
        case disk
    }

    private let lock = NSLock()
    private var files: CrashLogFiles
    private var isFailing = false
    private var hasReportedLoss = false
    private let report: @Sendable (any Error) -> Void

    /// Makes the side files of the session at `url` and locks them. `report` is called with the first of several writes
    /// in a row that fail.
    ///
    /// - Throws: `SessionError`.
    package init(
        creatingFor url: URL,
        medium: Medium,
        protection: ProtectionClass? = nil,
        reporting report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) throws {
        self.report = report
        let paths = Self.paths(for: url)
        let first = try CrashLogFile(creatingLocked: paths[0], of: url.path, protection: protection)
        do {
            let second = try CrashLogFile(creating: paths[1], protection: protection)
            files = try CrashLogFiles([first, second], medium: medium)
        } catch {
            unlink(paths[0])
            throw error
        }
    }

    /// Puts an action in the operating system's hands.
    package func begin(_ line: CrashLogLine) {
        reportingFailure { try $0.begin(line) }
    }

    /// Notes that a dispatch has its number in the session: the reducer came back.
    package func end(_ ticket: Int, seq: Int) {
        reportingFailure { try $0.end(ticket, seq: seq) }
    }

    private func reportingFailure(_ body: (inout CrashLogFiles) throws -> Void) {
        lock.lock()
        defer { lock.unlock() }
        do {
            try body(&files)
            isFailing = false
        } catch {
            if !isFailing { report(error) }
            isFailing = true
        }
    }

    /// Notes that all actions up to `seq` are in the session file, so that their lines may be overwritten.
    package func retire(through seq: Int) {
        lock.withLock { files.committed = max(files.committed, seq) }
    }

    /// Reports, once, that a file is no longer where it was made: after a crash, what it holds cannot be found.
    package func check() {
        // A dispatch is not to wait while the system looks for the files.
        let files = lock.withLock { hasReportedLoss ? [] : self.files.files }
        guard let lost = files.first(where: { !$0.isInPlace }) else { return }
        lock.withLock { hasReportedLoss = true }
        report(SessionError.notFound(path: lost.path))
    }

    /// Ends the log and removes the files, after the session file was closed. What is at their paths meanwhile is left.
    package func remove() {
        lock.withLock {
            files.remove()
            files.end()
        }
    }

    /// Ends the log and leaves the files to the next opening of the session, which finishes that: in this process too.
    package func leave() {
        lock.withLock { files.end() }
    }

    /// What the names of the side files end with.
    private static let currentEndings = ["-began", "-began2"]
    /// As `currentEndings`, followed by that of a file that was to become the first one.
    static let endings = currentEndings + [CrashLogFile.newPath(currentEndings[0])]

    /// The paths of the side files of the session at `url`, which may be a link to it.
    package static func paths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return currentEndings.map { path + $0 }
    }

    /// As `paths(for:)`, and behind those the path of a file that was to become the first one.
    static func allPaths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return endings.map { path + $0 }
    }
}
