import Foundation
import RewindTree

extension SessionReader {
    /// The actions in `range` without their values, in order.
    ///
    /// - Complexity: linear in the actions of the range, with no JSON read.
    /// - Throws: `SessionError`.
    package func heads(in range: ClosedRange<Int>) throws -> [ActionHead] {
        try read { db in
            let rows = try db.rows(
                """
                SELECT seq, parent, name FROM action LEFT JOIN action_type ON action_type.id = action.type
                WHERE seq BETWEEN ? AND ? ORDER BY seq
                """,
                [range.lowerBound, range.upperBound]
            )
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

    /// As `branches()`, for who goes from an action to its parent: one that were not older would lead in a circle.
    ///
    /// - Complexity: linear in their number.
    /// - Throws: `SessionError`, also when an action's parent is no seq, or not older than the action.
    package func soundBranches() throws -> [(seq: Int, parent: Int)] {
        let branches = try branches()
        if let unsound = branches.first(where: { $0.parent < 0 || $0.parent >= $0.seq }) {
            throw malformed("parent", unsound.seq)
        }
        return branches
    }

    /// The value of action `seq`, nil when it was lost or there is no such action.
    ///
    /// - Throws: `SessionError`.
    package func payload(of seq: Int) throws -> Tree? {
        try read { db in
            try db.fetchOne("SELECT payload FROM action WHERE seq = ?", [seq]) { row in
                if row.isNull(0) { return nil }
                guard let text: String = row.value(0) else { throw malformed("payload", seq) }
                return try tree(fromPayload: text, seq: seq, in: db)
            }
        }
    }

    /// Calls `body` with every action and its value, in order; of the rest of the row, nothing is read.
    ///
    /// - Complexity: linear in the values.
    /// - Throws: `SessionError`, or what `body` throws.
    package func forEachPayload(
        _ body: (
            _ action: (seq: Int, type: String, coder: ActionRecord.Coder, status: ActionRecord.Status), _ payload: Tree?
        ) throws -> Void
    ) throws {
        try read { db in
            let sql = """
                SELECT seq, name, coder, status, payload FROM action
                LEFT JOIN action_type ON action_type.id = action.type ORDER BY seq
                """
            let rows = try db.rows(sql)
            while let row = try rows.next() {
                let seq: Int = row.value(0) ?? 0
                guard let type: String = row.value(1),
                    let coder = row.value(2).flatMap(ActionRecord.Coder.init(rawValue:))
                else { throw malformed("type", seq) }
                guard let status = row.value(3).flatMap(ActionRecord.Status.init(rawValue:)) else {
                    throw malformed("status", seq)
                }
                var payload: Tree?
                if !row.isNull(4) {
                    guard let text: String = row.value(4) else { throw malformed("payload", seq) }
                    payload = try tree(fromPayload: text, seq: seq, in: db)
                }
                try body((seq, type, coder, status), payload)
            }
        }
    }

    private func malformed(_ column: String, _ seq: Int) -> SessionError {
        .damaged(path: path, .malformed(table: "action", column: column, row: seq))
    }
}
