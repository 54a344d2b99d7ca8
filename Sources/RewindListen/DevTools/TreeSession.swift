#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTree

/// The session file of an app whose states arrive as trees.
///
/// Rows are written as they come. While they cannot be, as on a full disk, they are held up to a limit.
final class TreeSession {
    /// The limits for rows that could not be written yet.
    private static let (mostRows, mostBytes) = (10_000, 32 << 20)

    let url: URL
    private let writer: SessionWriter
    /// Empty, as each row is in the session file at once. By its lock, readers know that the session is being recorded.
    private let lock: CrashLog
    /// The seq of the last action.
    private(set) var last = 0
    private var rows: [(SessionWriter.Transaction) throws -> Void] = []
    private var heldBytes = 0
    private var isMoved = false

    /// Creates a file for the recording of the app `name`.
    ///
    /// - Throws: `SessionError`.
    init(named name: String, in names: SessionNames, facts: [String: String], initialState: Tree) throws {
        (url, writer, lock) = try names.create(name) { url in
            let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
            do {
                return (url, writer, try CrashLog(creatingFor: url, medium: .file))
            } catch {
                try? writer.close()
                try? SessionRecovery.remove(url)
                throw error
            }
        }
        rows = [{ try $0.setInitialState(initialState) }]
    }

    /// True if no more rows can be held.
    var isFull: Bool { rows.count >= Self.mostRows || heldBytes >= Self.mostBytes }

    /// Adds an action with the next seq. `bytes` is the approximate size of the row.
    func append(_ record: ActionRecord, state: Tree?, bytes: Int) {
        last = record.seq
        heldBytes += bytes
        rows.append { try $0.append(record, state: state) }
    }

    /// Moves the cursor and its tip; to the last action if nil.
    func setCursor(_ cursor: (position: Int, tip: Int)?) {
        rows.append { transaction in
            if let cursor {
                try transaction.setCursor(cursor.position, tip: cursor.tip)
            } else {
                try transaction.clearCursor()
            }
        }
    }

    /// Changes the bookmarks.
    ///
    /// - Throws: `SessionError`; nothing is changed then.
    func mark(_ change: BookmarkChange) throws {
        try flush()
        try writer.write { try $0.mark(change) }
    }

    /// Writes all rows.
    ///
    /// - Throws: `SessionError`; the rows are then held. `.notFound` if the file was moved or removed.
    func flush() throws {
        guard !rows.isEmpty else { return }
        guard writer.isInPlace else {
            isMoved = true
            throw SessionError.notFound(path: url.path)
        }
        try writer.write { transaction in
            for row in rows { try row(transaction) }
        }
        (rows, heldBytes) = ([], 0)
    }

    /// Finishes the file. If it cannot be written, it can be recovered as far as it was.
    func close() {
        guard !isMoved, writer.isInPlace else {
            writer.abandon()
            return lock.remove()
        }
        do {
            try flush()
            try writer.close()
            lock.remove()
        } catch {
            try? writer.close(isComplete: false)
            lock.leave()
        }
    }
}

#endif
