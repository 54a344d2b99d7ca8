import Foundation
import GRDB

/// SQLite without any of the code under test.
enum SQL {
    /// Runs statements on the file at `url`.
    static func execute(_ sql: String, _ arguments: StatementArguments = [], in url: URL) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// The rows of a query, each value as text.
    static func rows(_ sql: String, in url: URL) throws -> [[String]] {
        let queue = try DatabaseQueue(path: url.path)
        let rows: [[String]] = try queue.read { db in
            try Row.fetchAll(db, sql: sql).map { row in
                Array(row.databaseValues).map {
                    String.fromDatabaseValue($0) ?? Int.fromDatabaseValue($0).map(String.init) ?? ""
                }
            }
        }
        try queue.close()
        return rows
    }

    /// The first column of a query.
    static func column(_ sql: String, in url: URL) throws -> [String] {
        try rows(sql, in: url).map { $0[0] }
    }
}
