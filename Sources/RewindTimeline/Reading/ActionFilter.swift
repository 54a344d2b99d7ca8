import RewindSession
import RewindTree

/// Which actions to read, and in which order.
package struct ActionFilter: Sendable {
    /// A pattern for the type's name with `*`, `?` and `[…]`, see `Glob`.
    package var typeGlob: String?
    /// Only actions behind this seq.
    package var after: Int?
    /// Latest first.
    package var isReversed = false
    /// How many at the most.
    package var limit: Int?

    package init(
        typeGlob: String? = nil,
        after: Int? = nil,
        isReversed: Bool = false,
        limit: Int? = nil
    ) {
        self.typeGlob = typeGlob
        self.after = after
        self.isReversed = isReversed
        self.limit = limit
    }

    /// Whether it lets an action through, whatever the number of those before it.
    func admits(_ record: ActionRecord) -> Bool {
        record.seq > after ?? -1 && (typeGlob.map { Glob.matches($0, record.type) } ?? true)
    }

    var sql: (condition: String, arguments: [any SQLConvertible]) {
        var conditions: [String] = []
        var arguments: [any SQLConvertible] = []
        if let after {
            conditions.append("seq > ?")
            arguments += [after]
        }
        if let typeGlob {
            conditions.append("name GLOB ?")
            arguments += [typeGlob]
        }
        var sql = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        sql += " ORDER BY seq" + (isReversed ? " DESC" : "")
        if let limit {
            sql += " LIMIT ?"
            arguments += [limit]
        }
        return (sql, arguments)
    }
}

extension Pointer {
    /// The pointer and all pointers to what holds its value, up to the root.
    package var selfAndAncestors: [Pointer] {
        Array(sequence(first: self) { $0.parent })
    }
}
