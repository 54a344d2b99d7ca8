import Foundation
import RewindTree

/// Writes what a session holds to a new file, changed on the way.
struct SessionCopy {
    /// How many actions a transaction writes.
    private static let batch = 1_000

    private let session: SessionReader
    private let writer: SessionWriter
    private let facts: [String: String]

    /// Creates the file at `url`; `text` changes the texts that tell about the recording.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` among them.
    init(of session: SessionReader, to url: URL, text: (String) -> String = { $0 }) throws {
        self.session = session
        facts = try session.facts()
        let own = facts.filter { !Self.writersKeys.contains($0.key) }
        writer = try SessionWriter(creating: url, facts: own.mapValues(text), syncs: false)
    }

    /// What a writer notes itself.
    static let writersKeys = [SessionFact.endedKey, SessionFact.prunedKey, LogEnd.key] + SessionCursor.keys

    /// Writes the first state and the actions, until `next` gives nil.
    ///
    /// - Throws: `SessionError`, or what `next` throws.
    func write(
        _ walk: inout SessionWalk,
        first: Tree,
        next: (inout SessionWalk) throws -> (record: ActionRecord, state: Tree?)?
    ) throws {
        try writer.write { try $0.begin(at: walk.first.seq, state: first) }
        var isAtEnd = false
        while !isAtEnd {
            try writer.write { transaction in
                for _ in 0..<Self.batch {
                    guard let (record, state) = try next(&walk) else {
                        isAtEnd = true
                        return
                    }
                    try transaction.append(record, state: state)
                }
            }
        }
    }

    /// Adds the bookmarks and the cursor as far as they are in the copy, which ends at `last`, and closes it.
    ///
    /// - Throws: `SessionError`.
    func finish(at last: Int, text: (String) -> String = { $0 }) throws {
        let places = try session.firstSeq()...last
        // A bookmark that cannot be read is no reason to lose the rest.
        let bookmarks = try session.read { db in
            try db.fetchAll("SELECT name, seq, note, at FROM bookmark") { row -> Bookmark? in
                guard let name: String = row.value(0), let seq: Int = row.value(1) else { return nil }
                return Bookmark(name: name, seq: seq, note: row.value(2), at: row.value(3) ?? 0)
            }.compactMap(\.self)
        }
        let marks = SessionCursor.keys.map { facts[$0].flatMap { Int($0) } }
        try writer.write { transaction in
            for bookmark in bookmarks where places.contains(bookmark.seq) {
                try transaction.mark(
                    Bookmark(
                        name: text(bookmark.name),
                        seq: bookmark.seq,
                        note: bookmark.note.map(text),
                        at: bookmark.at
                    )
                )
            }
            if let cursor = marks[0], places.contains(cursor) {
                // What the cursor led to may be what is left out.
                let tip = marks[1].map { places.contains($0) ? $0 : last }
                try transaction.setCursor(cursor, tip: tip ?? last)
            }
        }
        try writer.close(endedAt: facts[SessionFact.endedKey].flatMap { Int64($0) })
    }

    /// Lets go of a copy that is not wanted any more, and removes it.
    func discard(_ url: URL) {
        try? writer.close(isComplete: false)
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(url.path + suffix) }
    }
}
