import RewindSession
import RewindTree

/// A compiled user query.
package final class SQLQuery {
    private let sandbox: SQLSandbox
    private let statement: Statement
    private let parameterCount: Int
    private var parameters: [SQLValue] = []
    private var run: Statement.Run?

    /// The column names.
    package let columns: [String]
    /// The functions and operators used, in lowercase.
    package let functions: Set<String>

    /// Compiles a query with this number of parameters.
    ///
    /// - Throws: `SessionError.query` and other errors of `SessionError`.
    package init(_ sql: String, parameterCount: Int = 0, in sandbox: SQLSandbox) throws {
        self.sandbox = sandbox
        self.parameterCount = parameterCount
        guard sql.utf8.count <= SQLBounds.longestText else { throw QueryError.tooLong(bytes: sql.utf8.count) }
        sandbox.timer.restart()
        sandbox.policy.restart()
        do {
            statement = try sandbox.translating { try Statement(sql, in: sandbox.connection) }
        } catch is Statement.NotOne {
            throw QueryError.notOneQuery
        }
        functions = sandbox.policy.functions
        columns = statement.columnNames
        // SQLite does not ask for permission for every kind of statement.
        guard statement.isReadOnly else { throw QueryError.notAllowed(message: "it writes") }
        guard statement.parameterCount == parameterCount else { throw QueryError.hasParameters }
    }

    /// Restarts the query with values for its parameters. Surplus values are ignored.
    package func restart(_ parameters: [SQLValue] = []) {
        if let run { statement.end(run) }
        run = nil
        self.parameters = Array(parameters.prefix(parameterCount))
    }

    /// Advances to the next row. Returns false at the end.
    ///
    /// - Throws: `SessionError.query` and other errors of `SessionError`, `CancellationError`, or an error of a
    ///   function.
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

    /// Returns the value in a column of the current row.
    package func value(_ column: Int) -> SQLValue {
        Row(of: statement).value(column) ?? .null
    }
}

/// An error in a query by the user.
package enum QueryError: Error, Hashable, Sendable {
    /// SQLite cannot compile or run it; `message` is SQLite's message.
    case failed(message: String)
    /// It does something other than reading the permitted tables; `message` is SQLite's message.
    case notAllowed(message: String)
    /// The text contains no query or more than one.
    case notOneQuery
    /// The query has parameters, but there are no values for them.
    case hasParameters
    /// The argument of a function is not a JSON Pointer.
    case malformedPointer(String)
    /// The query exceeded its time limit, in seconds.
    case tookTooLong(seconds: Double)
    /// The query exceeded its memory limit.
    case tooLarge
    /// The text, with what surrounds it, is longer than the maximum.
    case tooLong(bytes: Int)
}

extension QueryError: CustomStringConvertible {
    /// A text in SQL that the user wrote.
    package enum Subject {
        case query, expression

        fileprivate var name: String { self == .query ? "The query" : "EXPR" }
    }

    package var description: String { message(about: .query) }

    /// Returns a sentence about the text.
    package func message(about text: Subject) -> String {
        switch self {
        case .failed(let message): "\(text == .query ? "SQL error" : "Invalid EXPR"): \(Self.line(message))."
        case .notAllowed(let message): "\(text.name) is read-only: \(Self.line(message))."
        case .notOneQuery: "\(text.name) must be a single statement."
        case .hasParameters: "\(text.name) has parameters, which have no values."
        case .malformedPointer(let pointer):
            "\(text.name) contains \"\(Self.line(pointer))\", which is not a JSON Pointer."
        case .tookTooLong(let seconds): "\(text.name) took longer than \(CountedNoun.text(seconds, "second"))."
        case .tooLarge: "\(text.name) needs too much memory."
        case .tooLong(let bytes): "\(text.name) has \(bytes) bytes, but can have at most \(SQLBounds.longestText)."
        }
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
