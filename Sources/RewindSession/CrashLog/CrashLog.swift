import Foundation

/// The side files that hold what was dispatched and is not yet in the session file.
///
/// An action is written before its reducer runs, so it outlives the process however that ends: to memory that the
/// operating system shares with the file, or with one `write` where it has to be on the disk, or there is no such memory.
/// Opening the session afterwards folds the files in and removes them. Both are JSON Lines (`CrashLogLine`), with zeros
/// behind them.
///
/// Two files take turns, so that neither grows without bound: one is written from its start again as soon as all it
/// holds is committed. What remains behind the new lines is old and has a seq that the session file has, or was cut
/// and is no valid line. The first file is locked (`flock`) while the recording lasts.
///
/// Sound to share because every access to its state happens under `lock`.
package final class CrashLog: @unchecked Sendable {
    /// Where the line of an action stands, so that its seq can be filled in.
    package struct Position: Sendable {
        let file: Int
        let offset: Int
    }

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

    /// Makes the side files of the session at `url` and locks them.
    ///
    /// - Throws: `SessionError`.
    package init(creatingFor url: URL, medium: Medium, protection: ProtectionClass? = nil) throws {
        let paths = Self.paths(for: url)
        let first = try CrashLogFile(creatingLocked: paths[0], of: url.path, protection: protection)
        do {
            let second = try CrashLogFile(creating: paths[1], protection: protection)
            files = CrashLogFiles([first, second], medium: medium)
            try files.empty()
        } catch {
            unlink(paths[0])
            throw error
        }
    }

    /// Puts an action in the operating system's hands.
    ///
    /// - Returns: where its line is, for `setSeq`; nil after the end of the log. A line that has its seq needs that no
    ///   more.
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func append(_ line: CrashLogLine) throws -> Position? {
        lock.lock()
        defer { lock.unlock() }
        return try files.append(line)
    }

    /// Notes that the reducer came back: the action has its number in the session.
    ///
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func setSeq(_ seq: Int, at position: Position) throws {
        lock.lock()
        defer { lock.unlock() }
        try files.setSeq(seq, at: position)
    }

    /// Notes that all actions up to `seq` are in the session file, so that their lines may be overwritten.
    package func retire(through seq: Int) {
        lock.withLock { files.committed = max(files.committed, seq) }
    }

    /// Puts the files back where somebody has deleted or moved them.
    ///
    /// - Complexity: O(1) while they are there, else linear in their length.
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func restore() throws {
        // A dispatch is not to wait while the system looks for the files.
        let current = lock.withLock { files.files }
        guard !current.allSatisfy(\.isInPlace) else { return }
        try lock.withLock { try files.restore() }
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
    /// As `currentEndings`, followed by those of files that are to replace them.
    static let endings = currentEndings + currentEndings.map(CrashLogFile.newPath)

    /// The paths of the side files of the session at `url`, which may be a link to it.
    package static func paths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return currentEndings.map { path + $0 }
    }

    /// As `paths(for:)`, and behind those the paths of files that were to come into their place.
    static func allPaths(for url: URL) -> [String] {
        let path = url.resolvingSymlinksInPath().path
        return endings.map { path + $0 }
    }
}
