/// The statements that a connection keeps, by their texts.
package struct StatementCache {
    private struct Entry {
        let statement: Statement
        var lastUse: Int
    }

    /// How many statements are kept: more than any command has.
    private static let capacity = 64

    private var entries: [String: Entry] = [:]
    private var uses = 0

    /// The statement with the text, if it is kept.
    package subscript(sql: String) -> Statement? {
        mutating get {
            uses += 1
            guard let index = entries.index(forKey: sql) else { return nil }
            entries.values[index].lastUse = uses
            return entries.values[index].statement
        }
    }

    /// Keeps a statement, unless one with its text is kept, and lets go of the one that was not used for longest when
    /// there are too many.
    package mutating func insert(_ statement: Statement, for sql: String) {
        guard entries[sql] == nil else { return }
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        entries[sql] = Entry(statement: statement, lastUse: uses)
    }

    /// Lets go of all statements.
    package mutating func removeAll() {
        entries.removeAll()
    }
}
