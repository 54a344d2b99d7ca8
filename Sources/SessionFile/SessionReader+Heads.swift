import Foundation
import GRDB
import StateTree

extension SessionReader {
    /// The actions in `range` without their values, in order.
    ///
    /// - Complexity: linear in the actions of the range, with no JSON read.
    /// - Throws: `SessionError`.
    package func heads(in range: ClosedRange<Int>) throws -> [ActionHead] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT seq, parent, name FROM action LEFT JOIN action_type ON action_type.id = action.type
                    WHERE seq BETWEEN ? AND ? ORDER BY seq
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [range.lowerBound, range.upperBound])
            var heads: [ActionHead] = []
            while let row = try rows.next() {
                let seq: Int = row.value(0) ?? 0
                guard let parent: Int = row.value(1) else { throw malformed("parent", seq) }
                guard let type: String = row.value(2) else { throw malformed("type", seq) }
                heads.append(ActionHead(seq: seq, parent: parent, type: type))
            }
            return heads
        }
    }

    /// The value of action `seq`, nil when it was lost or there is no such action.
    ///
    /// - Throws: `SessionError`.
    package func payload(of seq: Int) throws -> Tree? {
        try read { db in
            let statement = try db.cachedStatement(sql: "SELECT payload FROM action WHERE seq = ?")
            guard let row = try Row.fetchOne(statement, arguments: [seq]) else { return nil }
            let value: DatabaseValue = row[0]
            guard !value.isNull else { return nil }
            guard let text: String = row.value(0) else { throw malformed("payload", seq) }
            return try tree(fromPayload: text, seq: seq, in: db)
        }
    }

    private func malformed(_ column: String, _ seq: Int) -> SessionError {
        .damaged(path: url.path, .malformed(table: "action", column: column, row: seq))
    }
}
