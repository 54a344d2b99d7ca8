/// The cached statements of a connection, by their texts.
package struct StatementCache {
    private struct Entry {
        let statement: Statement
        var lastUse: Int
    }

    /// The maximum number of cached statements: more than any command uses.
    private static let capacity = 64

    private var entries: [String: Entry] = [:]
    private var uses = 0

    /// The cached statement with this text, if there is one.
    package subscript(sql: String) -> Statement? {
        mutating get {
            uses += 1
            guard let index = entries.index(forKey: sql) else { return nil }
            entries.values[index].lastUse = uses
            return entries.values[index].statement
        }
    }

    /// Caches a statement, unless its text is already cached. Evicts the least recently used one if the cache is full.
    package mutating func insert(_ statement: Statement, for sql: String) {
        guard entries[sql] == nil else { return }
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        entries[sql] = Entry(statement: statement, lastUse: uses)
    }

    /// Removes all statements.
    package mutating func removeAll() {
        entries.removeAll()
    }
}
