import Foundation
import RewindSession
import RewindTree

extension DerivedSession {
    /// Begins a session with the first state of `source`, or what has become of it, in a new file at `output`.
    ///
    /// - Parameters:
    ///   - seq: the number of the first state, that of the first one of `source` by default.
    ///   - facts: other facts than those of `source`; nil in the place of those that are to go.
    ///   - text: changes the texts of facts and bookmarks.
    /// - Throws: `SessionError`, `.alreadyExists` among them: a session is never overwritten.
    package convenience init(
        of source: SessionReader,
        at output: URL,
        beginningAt seq: Int? = nil,
        first: Tree,
        facts: [String: String?] = [:],
        text: @escaping (String) -> String = { $0 }
    ) throws {
        try self.init(
            at: output,
            facts: source.facts(),
            changing: facts,
            bookmarks: source.readableBookmarks(),
            beginningAt: seq ?? source.firstSeq(),
            first: first,
            text: text
        )
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
