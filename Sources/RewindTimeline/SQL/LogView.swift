import RewindSession
import RewindTree

/// The view `log`, which queries see beside the tables of a session: a row for each action as a person reads it, with
/// values whole that the tables keep in chunks.
package enum LogView {
    static let name = "log"

    /// What makes the view: values are read only in queries that ask for them, as they come to them.
    static let definition = """
        CREATE TEMP VIEW \(name) AS SELECT
            seq, parent,
            strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000 / 1000.0, 'unixepoch') AS time, at / 1e6 AS at,
            (SELECT name FROM action_type WHERE id = action.type) AS type,
            (SELECT coder FROM action_type WHERE id = action.type) AS coder,
            status, duration / 1e6 AS duration,
            \(function)(payload, 'payload', seq) AS payload, \(function)(patch, 'patch', seq) AS patch,
            origin, error
        FROM action
        """

    private static let function = "whole"

    /// The function that the view calls for the value of a column: the stored text with all that its references lead to.
    /// `session` gives who reads that.
    package static func whole(_ session: @escaping () throws -> SessionReader) -> SQLFunction {
        SQLFunction(function, argumentCount: 3) { arguments in
            guard case .text(let text) = arguments[0], text.utf8.contains(UInt8(ascii: "$")),
                case .text(let column) = arguments[1], case .integer(let seq) = arguments[2]
            else { return arguments[0] }
            let reader = try session()
            return .text(try reader.wholeText(of: text, column: column, seq: Int(clamping: seq)))
        }
    }
}

extension SessionReader {
    /// The text of a payload or patch with all that its references lead to.
    ///
    /// - Throws: `SessionError`, `QueryError.tooLarge` when it is longer than a query may have it.
    fileprivate func wholeText(of text: String, column: String, seq: Int) throws -> String {
        let limit = Int(SQLBounds.longestValue)
        let (tree, length) = try read { db in
            try chunks.measuredTree(from: text, table: "action", column: column, row: seq, in: db)
        }
        guard length <= limit else { throw QueryError.tooLarge }
        return tree.text
    }
}
