import Foundation
import RewindTree

/// A new session made from another one, with different actions but the same facts about the app.
///
/// It is complete after `finish`; if it is released before, its files are removed. Use it on one thread at a time.
package final class DerivedSession {
    /// The number of actions in a transaction.
    private static let batch = 1_000
    /// The keys of facts that a writer records itself.
    package static let writersKeys =
        [SessionFact.idKey, SessionFact.endedKey, SessionFact.prunedKey, LogEnd.key, EffectsEnd.key]
        + SessionCursor.keys

    private let facts: [String: String]
    private let text: (String) -> String
    private let url: URL
    private let writer: SessionWriter
    private var pending: [(record: ActionRecord, state: Tree?)] = []
    private var isFinished = false

    /// Starts a session in a new file at `output`.
    ///
    /// - Parameters:
    ///   - facts: The facts of the other session.
    ///   - more: Additional facts; nil for facts to remove.
    ///   - seq: The number of the first state.
    ///   - text: Converts the texts of facts and bookmarks.
    /// - Throws: `SessionError`, which is `.alreadyExists` if the file exists: a session is never overwritten.
    package init(
        at output: URL,
        facts: [String: String],
        adding more: [String: String?] = [:],
        beginningAt seq: Int,
        first: Tree,
        text: @escaping (String) -> String = { $0 }
    ) throws {
        self.text = text
        self.facts = facts
        var own = facts.filter { !Self.writersKeys.contains($0.key) }.mapValues(text)
        for (key, value) in more { own[key] = value }
        url = output
        writer = try SessionWriter(creating: output, facts: own, syncs: false)
        try writer.write { try $0.begin(at: seq, state: first) }
    }

    deinit {
        guard !isFinished else { return }
        try? writer.close(isComplete: false)
        try? SessionRecovery.remove(url)
    }

    /// Adds an action and the resulting state, which is nil if unknown.
    ///
    /// - Throws: `SessionError`.
    package func append(_ record: ActionRecord, state: Tree?) throws {
        pending.append((record, record.patch == nil ? nil : state))
        if pending.count >= Self.batch { try flush() }
    }

    private func flush() throws {
        try write { transaction in
            for (record, state) in pending { try transaction.append(record, state: state) }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes the changes of `body` in one transaction, for actions that are not added with `append`.
    ///
    /// - Throws: `SessionError`, or the error of `body`.
    package func write(_ body: (SessionWriter.Transaction) throws -> Void) throws {
        try writer.write(body)
    }

    /// Adds the bookmarks, and the cursor of the other session if `keepsCursor`, and closes the session. `seq` returns the new number of a
    /// state, nil for an excluded one; `last` is the last new number.
    ///
    /// - Throws: `SessionError`.
    package func finish(
        last: Int,
        bookmarks: [Bookmark],
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
                try transaction.mark(.set(Bookmark(name: name, seq: seq, note: note, at: bookmark.at)))
            }
            if keepsCursor, let cursor = marks[0].flatMap(seq) {
                // The target of redo may have been excluded.
                try transaction.setCursor(cursor, tip: marks[1].map { seq($0) ?? last } ?? last)
            }
        }
        try writer.close(endedAt: facts[SessionFact.endedKey].flatMap { Int64($0) })
        isFinished = true
    }
}
