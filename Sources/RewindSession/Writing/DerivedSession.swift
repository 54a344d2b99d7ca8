import Foundation
import RewindTree

/// A new session that is made of another one: with other actions, but the same facts about the app.
///
/// It is complete when it was finished. Used from one thread at a time.
package final class DerivedSession {
    /// How many actions a transaction writes.
    private static let batch = 1_000
    /// The facts that a writer notes itself.
    package static let writersKeys = [SessionFact.endedKey, SessionFact.prunedKey, LogEnd.key] + SessionCursor.keys

    private let facts: [String: String]
    private let bookmarks: [Bookmark]
    private let text: (String) -> String
    private let url: URL
    private let writer: SessionWriter
    private var pending: [(record: ActionRecord, state: Tree?)] = []

    /// Begins a session in a new file at `output`.
    ///
    /// - Parameters:
    ///   - facts: the facts of the other session.
    ///   - more: other facts; nil in the place of those that are to go.
    ///   - bookmarks: the bookmarks of the other session.
    ///   - seq: the number of the first state.
    ///   - text: changes the texts of facts and bookmarks.
    /// - Throws: `SessionError`, `.alreadyExists` among them: a session is never overwritten.
    package init(
        at output: URL,
        facts: [String: String],
        changing more: [String: String?],
        bookmarks: [Bookmark],
        beginningAt seq: Int,
        first: Tree,
        text: @escaping (String) -> String
    ) throws {
        (self.facts, self.bookmarks, self.text) = (facts, bookmarks, text)
        var own = facts.filter { !Self.writersKeys.contains($0.key) }.mapValues(text)
        for (key, value) in more { own[key] = value }
        url = output
        writer = try SessionWriter(creating: output, facts: own, syncs: false)
        do {
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
