import Foundation
import RewindSession

/// Access to SQLite without Rewind's code for sessions.
package enum SQL {
    /// Runs statements on the file at `url`.
    package static func execute(_ sql: String, in url: URL) throws {
        let connection = try connection(to: url)
        try connection.execute(sql)
        try connection.close()
    }

    /// Runs `first`, then a statement with values for its parameters, on the file at `url`.
    package static func execute(
        _ sql: String,
        _ arguments: [(any SQLConvertible)?],
        after first: String = "",
        in url: URL
    ) throws {
        let connection = try connection(to: url)
        try connection.execute(first)
        try connection.execute(sql, arguments)
        try connection.close()
    }

    private static func connection(to url: URL) throws -> Connection {
        let connection = try Connection(path: url.path)
        // The file does not need to survive the machine, and each wait for the disk takes milliseconds.
        try connection.execute("PRAGMA writable_schema = ON; PRAGMA synchronous = OFF")
        return connection
    }

    /// Returns the rows of a query, each value as text.
    package static func rows(_ sql: String, in url: URL) throws -> [[String]] {
        let connection = try Connection(path: url.path, .reading)
        let rows = try connection.fetchAll(sql) { row in
            (0..<row.count).map { column in
                row.text(column).map { String(decoding: $0, as: UTF8.self) } ?? row.value(column).map { "\($0 as Int)" }
                    ?? ""
            }
        }
        try connection.close()
        return rows
    }

    /// Returns the first column of a query.
    package static func column(_ sql: String, in url: URL) throws -> [String] {
        try rows(sql, in: url).map { $0[0] }
    }
}
