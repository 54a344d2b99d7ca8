import CRewindSQLite
import Foundation
import RewindSession

/// A connection for queries by the user: it can read only permitted tables, within limits. Used from one thread at a
/// time.
package final class SQLSandbox {
    /// Holds an error thrown by a function until SQLite returns.
    final class Fault {
        var error: (any Error)?
    }

    let path: String
    let timer: SQLTimer
    let fault = Fault()
    let policy: SQLPolicy
    let connection: Connection

    /// Opens a connection without tables.
    ///
    /// - Throws: `SessionError`.
    package convenience init(functions: [SQLFunction], bounds: SQLBounds) throws {
        try self.init(path: ":memory:", tables: [], functions, bounds)
    }

    /// Opens a connection that sees the current tables of a session and the views of ``LogView``, whose values
    /// require its function.
    ///
    /// - Throws: `SessionError`.
    package convenience init(reading session: SessionReader, functions: [SQLFunction], bounds: SQLBounds) throws {
        let tables = Set(SessionFormat.tables + ["sqlite_master", "sqlite_schema"])
        try self.init(path: session.path, tables: tables, view: LogView.definition, functions, bounds)
    }

    private init(
        path: String,
        tables: Set<String>,
        view: String = "",
        _ functions: [SQLFunction],
        _ bounds: SQLBounds
    ) throws {
        self.path = path
        policy = SQLPolicy(
            tables: tables.union(["json_each", "json_tree"]),
            views: [LogView.name, LogView.effectsName]
        )
        timer = SQLTimer(bounds)
        do {
            connection = try Connection(path: path, path == ":memory:" ? .writing : .reading, busyTimeout: 2_000)
        } catch let error as SQLiteError {
            throw Self.failure(error, path: path)
        }
        // No text from the user has been compiled yet.
        try translating {
            if path != ":memory:" { try SessionUpgrade.show(in: connection) }
            try prepareConnection(view: view)
            for name in try connection.fetchAll(String.self, "SELECT name FROM sqlite_schema") {
                policy.hide(name.lowercased())
            }
            for function in functions { try add(function) }
            try setLimits()
            try watch()
        }
    }

    /// Limits the memory of all SQLite connections in this process to `bytes`; operations that need more fail.
    package static func limitMemory(to bytes: Int64) {
        sqlite3_hard_heap_limit64(bytes)
    }

    /// Makes `function` available to queries.
    private func add(_ function: SQLFunction) throws {
        let (fault, timer) = (fault, timer)
        try connection.add(function.name, argumentCount: function.argumentCount) { arguments in
            // SQLite checks the timer only after a number of steps, each of which may call a slow function.
            guard !timer.isOver() else { throw SQLiteError(SQLITE_INTERRUPT) }
            do {
                return try function.body(arguments)
            } catch {
                fault.error = error
                throw error
            }
        }
    }

    private func prepareConnection(view: String) throws {
        // json_each and json_tree are declared on first use, which is not permitted later.
        try connection.execute(
            """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            \(view); PRAGMA query_only = ON; SELECT 1 FROM json_each('[]'), json_tree('[]')
            """
        )
    }

    private func setLimits() throws {
        let limits = [
            (SQLITE_LIMIT_LENGTH, SQLBounds.longestValue), (SQLITE_LIMIT_SQL_LENGTH, SQLBounds.longestText),
            (SQLITE_LIMIT_EXPR_DEPTH, SQLBounds.deepestExpression), (SQLITE_LIMIT_COLUMN, SQLBounds.maximumColumns),
            (SQLITE_LIMIT_COMPOUND_SELECT, SQLBounds.maximumCompoundSelects),
            (SQLITE_LIMIT_VDBE_OP, SQLBounds.longestProgram),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, SQLBounds.longestPattern), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (limit, value) in limits { try connection.limit(limit, to: value) }
    }

    /// Lets the policy authorize queries, and the timer interrupt them.
    private func watch() throws {
        let (policy, timer) = (policy, timer)
        try connection.authorize { policy.answer($0, $1, $2, in: $3) }
        try connection.interrupt(every: 1_000) { timer.isOver() }
    }
}
