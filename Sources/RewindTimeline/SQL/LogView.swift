import RewindSession
import RewindTree

/// The views `log` and `effects`, available to queries in addition to the session's tables: a readable row for each
/// action, and for each effect with its outcome, with values in full that the tables store in chunks.
package enum LogView {
    package static let name = "log"
    package static let effectsName = "effects"

    /// The SQL that creates the views. Values are read only if a query uses them, one row at a time.
    static let definition = """
        CREATE TEMP VIEW \(name) AS SELECT
            seq, parent,
            strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000 / 1000.0, 'unixepoch') AS time, at,
            (SELECT name FROM action_type WHERE id = action.type) AS type,
            (SELECT coder FROM action_type WHERE id = action.type) AS coder,
            status, duration,
            \(function)(payload, 'payload', seq) AS payload, \(function)(patch, 'patch', seq) AS patch,
            origin, error, cause_effect, cause_action
        FROM action;
        CREATE TEMP VIEW \(effectsName) AS SELECT
            effect.id, kind, name, effect.seq AS began, outcome.seq AS ended,
            strftime('%Y-%m-%dT%H:%M:%fZ', effect.at / 1000 / 1000.0, 'unixepoch') AS time, effect.at,
            outcome.at AS ended_at, duration,
            CASE WHEN kind IN ('effect', 'flow') THEN coalesce(status, 'open') END AS status,
            CASE WHEN kind <> 'screenshot' THEN \(function)(input, 'input', effect.id) END AS input,
            \(function)(value, 'value', effect.id) AS outcome, outcome.type AS outcome_type,
            origin, cause_effect, cause_action
        FROM effect LEFT JOIN outcome ON outcome.effect = effect.id
        """

    private static let function = "whole"

    /// Returns the function that the view calls for values: it returns a stored text with its references resolved.
    /// `session` returns the reader for that.
    package static func whole(_ session: @escaping () throws -> SessionReader) -> SQLFunction {
        SQLFunction(function, argumentCount: 3) { arguments in
            guard case .text(let text) = arguments[0], text.utf8.contains(UInt8(ascii: "$")),
                case .text(let column) = arguments[1], case .integer(let row) = arguments[2]
            else { return arguments[0] }
            let reader = try session()
            return .text(try reader.wholeText(of: text, column: column, row: Int(clamping: row)))
        }
    }
}

extension SessionReader {
    /// Returns the text of a value of an action or effect with its references resolved.
    ///
    /// - Throws: `SessionError`, `QueryError.tooLarge` if the text exceeds the limit for queries.
    fileprivate func wholeText(of text: String, column: String, row: Int) throws -> String {
        let limit = Int(SQLBounds.longestValue)
        let table = ["input": "effect", "value": "outcome"][column] ?? "action"
        let (tree, length) = try read { db in
            try chunks.measuredTree(from: text, table: table, column: column, row: row, in: db)
        }
        guard length <= limit else { throw QueryError.tooLarge }
        return tree.text
    }
}
