import RewindTree

/// Which actions to read, and in which order.
package struct ActionFilter: Sendable {
    /// A pattern for the type's name with `*`, `?` and `[…]`, as SQLite's GLOB.
    package var typeGlob: String?
    /// Only actions that changed the value here, or something inside it, or something that holds it.
    package var touching: Pointer?
    /// Only actions behind this seq.
    package var after: Int?
    /// Latest first.
    package var isReversed = false
    /// How many at the most.
    package var limit: Int?

    package init(
        typeGlob: String? = nil,
        touching: Pointer? = nil,
        after: Int? = nil,
        isReversed: Bool = false,
        limit: Int? = nil
    ) {
        self.typeGlob = typeGlob
        self.touching = touching
        self.after = after
        self.isReversed = isReversed
        self.limit = limit
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
        if let touching {
            let holders = touching.selfAndAncestors.map(\.indexText)
            let marks = Array(repeating: "?", count: holders.count).joined(separator: ", ")
            // What is inside begins with "pointer/", and "0" is the byte after "/".
            conditions.append(
                """
                seq IN (SELECT seq FROM change JOIN pointer ON pointer.id = change.pointer
                        WHERE text IN (\(marks)) OR (text >= ? AND text < ?))
                """
            )
            arguments += holders
            arguments += ["\(touching.indexText)/", "\(touching.indexText)0"]
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
