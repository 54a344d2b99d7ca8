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
    /// The seq of the last action.
    private(set) var last = 0
    private var rows: [(SessionWriter.Transaction) throws -> Void] = []
    private var heldBytes = 0
    private var isMoved = false

    /// Creates the file `NAME.rewind` in `folder`, or `NAME-2.rewind` and so on if a file has that name.
    ///
    /// - Throws: `SessionError`.
    init(named name: String, in folder: URL, facts: [String: String], initialState: Tree) throws {
        (url, writer) = try Self.create(name, folder, facts)
        rows = [{ try $0.setInitialState(initialState) }]
    }

    private static func create(_ name: String, _ folder: URL, _ facts: [String: String]) throws -> (URL, SessionWriter) {
        var number = 1
        while true {
            let url = folder.appending(path: number == 1 ? "\(name).rewind" : "\(name)-\(number).rewind")
            do {
                return (url, try SessionWriter(creating: url, facts: facts, syncs: false))
            } catch SessionError.alreadyExists where number < 100_000 {
                number += 1
            } catch SessionError.beingRecorded where number < 100_000 {
                number += 1
            }
        }
    }

    /// True if no more rows can be held.
    var isFull: Bool { rows.count >= Self.mostRows || heldBytes >= Self.mostBytes }

    /// Adds an action with the next seq. `bytes` is the approximate size of the row.
    func append(_ record: ActionRecord, state: Tree?, bytes: Int) {
        last = record.seq
        heldBytes += bytes
        rows.append { try $0.append(record, state: state) }
    }

    /// Moves the cursor, and its tip.
    func setCursor(_ seq: Int, tip: Int) {
        rows.append { try seq == tip ? $0.clearCursor() : $0.setCursor(seq, tip: tip) }
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
        guard !isMoved, writer.isInPlace else { return writer.abandon() }
        let isComplete = (try? flush()) != nil
        try? writer.close(isComplete: isComplete)
    }
}

#endif
