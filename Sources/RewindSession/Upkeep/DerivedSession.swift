import Foundation
import RewindTree

/// A new session that is made of another one: with other actions, but the same facts about the app.
///
/// It takes its name when it is whole. Used from one thread at a time.
package final class DerivedSession {
    /// How many actions a transaction writes.
    private static let batch = 1_000

    private let source: SessionReader
    private let draft: SessionDraft
    private let writer: SessionWriter
    private let endedAt: Int64?
    private var pending: [(record: ActionRecord, state: Tree)] = []

    /// Begins a session with the first state of `source`, or what has become of it, to be put at `output`, with more
    /// `facts` than that one's.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` among them: a session is never overwritten.
    package init(of source: SessionReader, at output: URL, first: Tree, facts: [String: String]) throws {
        self.source = source
        var all = try source.facts()
        endedAt = all[SessionFact.endedKey].flatMap { Int64($0) }
        for key in SessionCopy.writersKeys + [SessionFact.endedByKey] { all[key] = nil }
        all.merge(facts) { $1 }
        draft = try SessionDraft(clearedFor: output)
        writer = try SessionWriter(creating: draft.url, facts: all, syncs: false)
        do {
            let seq = try source.firstSeq()
            try writer.write { try $0.begin(at: seq, state: first) }
        } catch {
            discard()
            throw error
        }
    }

    /// The files that must go when the process ends before this is published.
    package static func drafts(for output: URL) throws -> [String] {
        try SessionDraft(clearedFor: output).paths
    }

    /// Adds an action, and the state that it leads to.
    ///
    /// - Throws: `SessionError`.
    package func append(_ record: ActionRecord, state: Tree) throws {
        pending.append((record, state))
        if pending.count >= Self.batch { try flush() }
    }

    private func flush() throws {
        try writer.write { transaction in
            for (record, state) in pending {
                try transaction.append(record, state: record.patch == nil ? nil : state)
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Takes over the bookmarks, and gives the session its name. `seqs` are the new numbers of bookmarked actions.
    ///
    /// - Throws: `SessionError`.
    package func publish(renumbering seqs: [Int: Int]) throws {
        try flush()
        let bookmarks = try source.bookmarks()
        try writer.write { transaction in
            for bookmark in bookmarks {
                guard let seq = seqs[bookmark.seq] else { continue }
                try transaction.mark(Bookmark(name: bookmark.name, seq: seq, note: bookmark.note, at: bookmark.at))
            }
        }
        try writer.close(endedAt: endedAt)
        try draft.publish()
    }

    /// Lets go of the session, and removes what there is of it.
    package func discard() {
        try? writer.close(isComplete: false)
        draft.discard()
    }
}
