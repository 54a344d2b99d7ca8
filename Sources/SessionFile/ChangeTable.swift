import Foundation
import GRDB
import StateTree

/// Writes the change index: which pointers an action's patch names.
struct ChangeTable {
    /// How many ids are remembered before the memory starts afresh.
    private static let capacity = 100_000

    private var ids: [Pointer: Int] = [:]

    /// Forgets the ids, as is due when a transaction was rolled back.
    mutating func forget() {
        ids.removeAll(keepingCapacity: true)
    }

    /// Adds the pointers of `patch` for action `seq`.
    mutating func insert(_ patch: Patch, seq: Int, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO change (pointer, seq) VALUES (?, ?)")
        for pointer in patch.pointers {
            statement.setUncheckedArguments([try id(of: pointer, in: db), seq])
            try statement.execute()
        }
    }

    private mutating func id(of pointer: Pointer, in db: Database) throws -> Int {
        if let id = ids[pointer] { return id }
        if ids.count > Self.capacity { forget() }
        let text = pointer.indexText
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO pointer (text) VALUES (?)").execute(arguments: [text])
        let statement = try db.cachedStatement(sql: "SELECT id FROM pointer WHERE text = ?")
        guard let id = try Int.fetchOne(statement, arguments: [text]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        ids[pointer] = id
        return id
    }
}

extension Patch {
    /// The pointers that the operations name as changed, in order; a move names two.
    package var pointers: [Pointer] {
        operations.flatMap { operation -> [Pointer] in
            switch operation {
            case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _): [pointer]
            case .move(let from, let to): [from, to]
            case .copy(_, let to): [to]
            case .test: []
            }
        }
    }
}

extension Pointer {
    /// The text of the pointer in the index: SQLite's C interface ends a text at U+0000, so that is written `~2`.
    var indexText: String {
        description.replacingOccurrences(of: "\0", with: "~2")
    }
}
