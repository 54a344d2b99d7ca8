import Foundation
import RewindSession
import RewindTree

/// A new session that is made of another one: with other actions, but the same facts about the app.
///
/// It is complete when it was finished. Used from one thread at a time.
package final class DerivedSession {
    /// How many actions a transaction writes.
    private static let batch = 1_000
    /// The facts that a writer notes itself.
    package static let writersKeys = [SessionFact.endedKey, SessionFact.prunedKey, LogEnd.key] + SessionCursor.keys

    private let source: SessionReader
    private let facts: [String: String]
    private let text: (String) -> String
    private let url: URL
    private let writer: SessionWriter
    private var pending: [(record: ActionRecord, state: Tree?)] = []

    /// Begins a session with the first state of `source`, or what has become of it, in a new file at `output`.
    ///
    /// - Parameters:
    ///   - seq: the number of the first state, that of the first one of `source` by default.
    ///   - facts: what else is known of it; nil in the place of those of `source` that are to go.
    ///   - text: changes the texts of facts and bookmarks.
    /// - Throws: `SessionError`, `.alreadyExists` among them: a session is never overwritten.
    package init(
        of source: SessionReader,
        at output: URL,
        beginningAt seq: Int? = nil,
        first: Tree,
        facts more: [String: String?] = [:],
        text: @escaping (String) -> String = { $0 }
    ) throws {
        self.source = source
        self.text = text
        facts = try source.facts()
        var own = facts.filter { !Self.writersKeys.contains($0.key) }.mapValues(text)
        for (key, value) in more { own[key] = value }
        url = output
        writer = try SessionWriter(creating: output, facts: own, syncs: false)
        do {
            let seq = try seq ?? source.firstSeq()
            try writer.write { try $0.begin(at: seq, state: first) }
        } catch {
            discard()
            throw error
        }
    }

    /// Adds an action, and the state that it leads to, nil when that is not known.
    ///
    /// - Throws: `SessionError`.
    package func append(_ record: ActionRecord, state: Tree?) throws {
        pending.append((record, record.patch == nil ? nil : state))
        if pending.count >= Self.batch { try flush() }
    }

    private func flush() throws {
        try writer.write { transaction in
            for (record, state) in pending { try transaction.append(record, state: state) }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Takes over the bookmarks, and the cursor with `keepsCursor`, and closes the session. `seq` gives the new
    /// number of a state, nil of one that is left out; `last` is the last of them.
    ///
    /// - Throws: `SessionError`.
    package func finish(
        last: Int,
        keepsCursor: Bool = true,
        text: ((String) -> String)? = nil,
        _ seq: (Int) -> Int?
    ) throws {
        let text = text ?? self.text
        try flush()
        let bookmarks = try source.readableBookmarks()
        let marks = SessionCursor.keys.map { facts[$0].flatMap { Int($0) } }
        try writer.write { transaction in
            for bookmark in bookmarks {
                guard let seq = seq(bookmark.seq) else { continue }
                let (name, note) = (text(bookmark.name), bookmark.note.map(text))
                try transaction.mark(Bookmark(name: name, seq: seq, note: note, at: bookmark.at))
            }
            if keepsCursor, let cursor = marks[0].flatMap(seq) {
                // What the cursor led to may be what is left out.
                try transaction.setCursor(cursor, tip: marks[1].map { seq($0) ?? last } ?? last)
            }
        }
        try writer.close(endedAt: facts[SessionFact.endedKey].flatMap { Int64($0) })
    }

    /// Closes the session and removes its files.
    package func discard() {
        try? writer.close(isComplete: false)
        try? SessionRecovery.remove(url)
    }
}

extension SessionReader {
    /// The bookmarks but for those that cannot be read, which are no reason to lose the rest.
    fileprivate func readableBookmarks() throws -> [Bookmark] {
        try read { db in
            try db.fetchAll("SELECT name, seq, note, at FROM bookmark") { row -> Bookmark? in
                guard let name: String = row.value(0), let seq: Int = row.value(1) else { return nil }
                return Bookmark(name: name, seq: seq, note: row.value(2), at: row.value(3) ?? 0)
            }.compactMap(\.self)
        }
    }
}
