import Foundation

/// The side files with the dispatched actions that are not yet in the session file.
///
/// An action is written before its reducer runs, so it survives any end of the process. It is written to memory that
/// the operating system shares with the file, or with one `write` if it must be on the disk or there is no such memory.
/// Opening the session afterwards folds the files in and removes them. Both are JSON Lines (`CrashLogLine`,
/// `CrashLogEnd`, `EffectRecord`, `OutcomeRecord`, and as the first one `CrashLogCommit`), followed by zeros.
///
/// The two files are used alternately, so that neither grows without bound: a file is overwritten from its start once
/// all its lines are committed. The rest after the new lines is old, and its seqs are already in the session file, or
/// it is cut and not a valid line. The end of an action is in the same file as its dispatch, after it. The first file
/// is locked (`flock`) during the recording. A failed write is reported, and stops nothing.
///
/// Safe to share because its state is only used under `lock`.
package final class CrashLog: @unchecked Sendable {
    /// The way an action is written.
    package enum Medium: Sendable {
        /// Writing to the file.
        case file
        /// Storing in memory that is shared with the file; like `file` if there is no such memory.
        case memory
        /// Writing to the file and waiting for the disk.
        case disk
    }

    /// What is in the session file, so that its lines may be overwritten.
    struct Committed {
        /// The seq of the last action.
        var seq = 0
        /// The number of the last line of an effect.
        var effectLine = 0
    }

    private let lock = NSLock()
    private var files: CrashLogFiles
    private var isFailing = false
    private var hasReportedLoss = false
    private let report: @Sendable (any Error) -> Void

    /// Creates and locks the side files of the session at `url`. `report` is called for the first of several failed
    /// writes in a row.
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

    /// Passes an action to the operating system.
    package func begin(_ line: CrashLogLine) {
        reportingFailure { try $0.begin(line) }
    }

    /// Records the seq of a dispatched action, after its reducer returned.
    package func end(_ ticket: Int, seq: Int) {
        reportingFailure { try $0.end(ticket, seq: seq) }
    }

    /// Passes an effect that began to the operating system; `line` counts these and those of outcomes.
    package func begin(_ effect: EffectRecord, line: Int) {
        reportingFailure { try $0.addEffectLine(line) { effect.write(to: &$0) } }
    }

    /// Records that an effect ended.
    package func end(_ outcome: OutcomeRecord, line: Int) {
        reportingFailure { try $0.addEffectLine(line) { outcome.write(to: &$0) } }
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

    /// Records that all actions up to `seq`, and the effects of all lines up to `effectLine`, are in the session file, so
    /// that their lines may be overwritten.
    package func retire(through seq: Int, effectLine: Int = 0) {
        lock.withLock { files.retire(through: seq, effectLine: effectLine) }
    }

    /// Reports, once, that a file is no longer at its path: after a crash, its lines could not be found.
    package func check() {
        // A dispatch must not wait while the system looks for the files.
        let files = lock.withLock { hasReportedLoss ? [] : self.files.files }
        guard let lost = files.first(where: { !$0.isInPlace }) else { return }
        lock.withLock { hasReportedLoss = true }
        report(SessionError.notFound(path: lost.path))
    }

    /// Ends the log and removes the files, after the session file was closed. Other files at their paths are kept.
    package func remove() {
        lock.withLock {
            files.remove()
            files.end()
        }
    }

    /// Ends the log, and leaves the files to the next opening of the session, which may be in this process, too.
    package func leave() {
        lock.withLock { files.end() }
    }

    /// The endings of the names of the side files.
    private static let currentEndings = ["-began", "-began2"]
    /// Like `currentEndings`, followed by that of an unfinished first file.
    static let endings = currentEndings + [CrashLogFile.newPath(currentEndings[0])]

    /// Returns the paths of the side files of the session at `url`, which may be a link to it.
    package static func paths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return currentEndings.map { path + $0 }
    }

    /// Returns `paths(for:)`, followed by the path of an unfinished first file.
    static func allPaths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return endings.map { path + $0 }
    }
}
