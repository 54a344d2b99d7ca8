import Foundation
import GRDBSQLite

/// A connection for a query that somebody typed: it can read what it is meant to read, within bounds, and do nothing
/// else. Used from one thread at a time.
///
/// GRDB's connections have an authorizer of their own, so this one is SQLite's C interface alone.
package final class SQLSandbox {
    /// Keeps what a function threw until SQLite has come back from it.
    final class Fault {
        var error: (any Error)?
    }

    let path: String
    let timer: SQLTimer
    let fault = Fault()
    let policy: SQLPolicy
    private(set) var connection: OpaquePointer?

    /// Opens a connection without tables.
    ///
    /// - Throws: `SessionError`.
    package convenience init(functions: [SQLFunction], bounds: SQLBounds) throws {
        try self.init(path: ":memory:", tables: [], functions, bounds)
    }

    /// Opens a connection that sees the tables of a session, as they are now, and the view `log`, for whose values it
    /// needs the function of ``LogView``.
    ///
    /// - Throws: `SessionError`.
    package convenience init(reading session: SessionReader, functions: [SQLFunction], bounds: SQLBounds) throws {
        let tables = SessionFormat.tables + session.form.tables + ["sqlite_master", "sqlite_schema"]
        let path = session.url.path
        var views = [LogView.definition]
        if session.form == .packed { views.insert(try session.read { try PackedForm.view(in: $0, path: path) }, at: 0) }
        try self.init(path: path, tables: Set(tables), views: views, functions, bounds)
    }

    private init(
        path: String,
        tables: Set<String>,
        views: [String] = [],
        _ functions: [SQLFunction],
        _ bounds: SQLBounds
    ) throws {
        self.path = path
        policy = SQLPolicy(tables: tables.union(["json_each", "json_tree"]), views: [LogView.name])
        timer = SQLTimer(bounds)
        let isInMemory = path == ":memory:"
        let flags = (isInMemory ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { throw failure() }
        // No text of the user's has been seen yet.
        try prepareConnection(views: views)
        let names = try SQLQuery("SELECT name FROM sqlite_schema", in: self)
        while try names.next() {
            if case .text(let name) = names.value(0) { policy.hide(name.lowercased()) }
        }
        for function in functions { try add(function) }
        setLimits()
        watch()
    }

    deinit {
        sqlite3_close_v2(connection)
    }

    /// Keeps all of SQLite in this process from taking more than `bytes`. What needs more fails.
    package static func limitMemory(to bytes: Int64) {
        sqlite3_hard_heap_limit64(bytes)
    }

    /// The functions and operators, in lower case, that `body` compiles calls of.
    func functions(compiledIn body: () throws -> Void) rethrows -> Set<String> {
        policy.restart()
        try body()
        return policy.functions
    }

    private func prepareConnection(views: [String]) throws {
        sqlite3_busy_timeout(connection, 2_000)
        sqlite3_extended_result_codes(connection, 0)
        // Else a misspelt name in double quotes would be a text, and a condition would never hold without a word.
        if let connection { _disableDoubleQuotedStringLiterals(connection) }
        // json_each and json_tree are declared when they are first used, which is more than reading.
        let settings = """
            PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
            \(views.joined(separator: ";\n")); PRAGMA query_only = ON; SELECT 1 FROM json_each('[]'), json_tree('[]')
            """
        guard sqlite3_exec(connection, settings, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func setLimits() {
        let limits = [
            (SQLITE_LIMIT_LENGTH, SQLBounds.longestValue), (SQLITE_LIMIT_SQL_LENGTH, SQLBounds.longestText),
            (SQLITE_LIMIT_EXPR_DEPTH, SQLBounds.deepestExpression), (SQLITE_LIMIT_COLUMN, SQLBounds.mostColumns),
            (SQLITE_LIMIT_COMPOUND_SELECT, SQLBounds.mostCompoundSelects),
            (SQLITE_LIMIT_VDBE_OP, SQLBounds.longestProgram),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, SQLBounds.longestPattern), (SQLITE_LIMIT_ATTACHED, 0),
            (SQLITE_LIMIT_TRIGGER_DEPTH, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        for (limit, value) in limits { sqlite3_limit(connection, limit, value) }
    }

    /// Has SQLite ask the policy what a query may do, and the timer whether it has to end.
    private func watch() {
        let policy = Unmanaged.passUnretained(policy).toOpaque()
        sqlite3_set_authorizer(
            connection,
            { context, step, first, second, database, _ in
                guard let context else { return SQLITE_DENY }
                let policy = Unmanaged<SQLPolicy>.fromOpaque(context).takeUnretainedValue()
                let names = [first, second, database].map { name in name.map { String(cString: $0) } }
                return policy.answer(step, names[0], names[1], in: names[2])
            },
            policy
        )
        sqlite3_progress_handler(
            connection,
            1_000,
            { context in
                guard let context else { return 1 }
                return Unmanaged<SQLTimer>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
            },
            Unmanaged.passUnretained(timer).toOpaque()
        )
    }
}
