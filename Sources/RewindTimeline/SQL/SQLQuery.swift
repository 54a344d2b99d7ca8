import RewindSession

/// A query of the user's, compiled.
package final class SQLQuery {
    private let sandbox: SQLSandbox
    private let statement: Statement
    private let parameterCount: Int
    private var parameters: [SQLValue] = []
    private var run: Statement.Run?

    /// The names of its columns.
    package let columns: [String]
    /// The functions and operators that it calls, in lower case.
    package let functions: Set<String>

    /// Compiles a query that has so many parameters.
    ///
    /// - Throws: `SessionError.query` and the like.
    package init(_ sql: String, parameterCount: Int = 0, in sandbox: SQLSandbox) throws {
        self.sandbox = sandbox
        self.parameterCount = parameterCount
        sandbox.timer.restart()
        sandbox.policy.restart()
        do {
            statement = try sandbox.translating { try Statement(sql, in: sandbox.connection) }
        } catch is Statement.NotOne {
            throw QueryError.notOneQuery
        }
        functions = sandbox.policy.functions
        columns = statement.columnNames
        // SQLite does not ask about every kind of statement.
        guard statement.isReadOnly else { throw QueryError.notAllowed(message: "it writes") }
        guard statement.parameterCount == parameterCount else { throw QueryError.hasParameters }
    }

    /// Starts again, with values for the parameters; more than it has are left out.
    package func restart(_ parameters: [SQLValue] = []) {
        if let run { statement.end(run) }
        run = nil
        self.parameters = Array(parameters.prefix(parameterCount))
    }

    /// Goes to the next row; false when there is none.
    ///
    /// - Throws: `SessionError.query` and the like, `CancellationError`, or what a function throws.
    package func next() throws -> Bool {
        try sandbox.translating {
            let run = try started()
            return try sandbox.timer.running { try statement.step(run) }
        }
    }

    private func started() throws -> Statement.Run {
        if let run { return run }
        sandbox.timer.restart()
        let run = try statement.start(parameters)
        self.run = run
        return run
    }

    /// The value in a column of the row.
    package func value(_ column: Int) -> SQLValue {
        Row(of: statement).value(column) ?? .null
    }
}
