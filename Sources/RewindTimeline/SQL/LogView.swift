import RewindSession
import RewindTree

/// The view `log`, available to queries in addition to the session's tables: a readable row for each action, with
/// values in full that the tables store in chunks.
package enum LogView {
    package static let name = "log"

    /// The SQL that creates the view. Values are read only if a query uses them, one row at a time.
    static let definition = """
        CREATE TEMP VIEW \(name) AS SELECT
            seq, parent,
            strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000 / 1000.0, 'unixepoch') AS time, at,
            (SELECT name FROM action_type WHERE id = action.type) AS type,
            (SELECT coder FROM action_type WHERE id = action.type) AS coder,
            status, duration,
            \(function)(payload, 'payload', seq) AS payload, \(function)(patch, 'patch', seq) AS patch,
            origin, error
        FROM action
        """

    private static let function = "whole"

    /// Returns the function that the view calls for values: it returns a stored text with its references resolved.
    /// `session` returns the reader for that.
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
    /// Returns the text of a payload or patch with its references resolved.
    ///
    /// - Throws: `SessionError`, `QueryError.tooLarge` if the text exceeds the limit for queries.
    fileprivate func wholeText(of text: String, column: String, seq: Int) throws -> String {
        let limit = Int(SQLBounds.longestValue)
        let (tree, length) = try read { db in
            try chunks.measuredTree(from: text, table: "action", column: column, row: seq, in: db)
        }
        guard length <= limit else { throw QueryError.tooLarge }
        return tree.text
    }
}
