import RewindSession
import RewindTree

/// An EXPR: a SQLite scalar expression over `seq`, `type`, `at('/pointer')`, `was('/pointer')` and
/// `payload('/pointer')` that holds or does not, evaluated by SQLite.
///
/// `at` reads the state right after the action, `was` the state it was applied to, `payload` the action's own value;
/// where nothing is, or null, they give NULL. They read when SQLite calls them, not before. Used from one thread at a
/// time.
package final class Condition {
    /// The context that the functions read from now.
    private final class Scope {
        var context: EvaluationContext?
        private var pointers: [String: Pointer] = [:]

        func read(_ source: EvaluationContext.Reading.Source, _ argument: SQLValue?) throws -> SQLValue {
            guard case .text(let text) = argument else {
                throw QueryError.malformedPointer(Self.text(of: argument))
            }
            let pointer = try pointer(text)
            return SQLValue(try context?.value(source, pointer))
        }

        private func pointer(_ text: String) throws -> Pointer {
            if let pointer = pointers[text] { return pointer }
            guard let pointer = try? Pointer(parsing: text) else { throw QueryError.malformedPointer(text) }
            // An expression may make pointers without end.
            if pointers.count > 1_000 { pointers = [:] }
            pointers[text] = pointer
            return pointer
        }

        private static func text(of argument: SQLValue?) -> String {
            switch argument {
            case .integer(let value): String(value)
            case .real(let value): String(value)
            default: "NULL"
            }
        }
    }

    /// The text of the expression.
    package let text: String
    /// Whether it looks at the state before an action.
    let looksBack: Bool
    /// Whether its value follows from what `at` and `was` give alone.
    let dependsOnStatesAlone: Bool
    private let usesType: Bool
    private let scope: Scope
    private let query: SQLQuery

    /// Reads an expression.
    ///
    /// - Throws: `TimelineError.malformedExpression`.
    package init(_ text: String, bounds: SQLBounds = SQLBounds(seconds: 10)) throws {
        self.text = text
        let scope = Scope()
        self.scope = scope
        let functions = [EvaluationContext.Reading.Source.at, .was, .payload].map { source in
            SQLFunction(source.rawValue, argumentCount: 1) { try scope.read(source, $0.first) }
        }
        do {
            let sandbox = try SQLSandbox(functions: functions, bounds: bounds)
            let query = try Self.compile(text, ["seq", "type"], in: sandbox)
            self.query = query
            looksBack = query.functions.contains("was")
            usesType = Self.isNeeded("type", text, in: sandbox)
            dependsOnStatesAlone =
                !usesType && !Self.isNeeded("seq", text, in: sandbox)
                && query.functions.isSubset(of: SQLNames.repeatableFunctions.union(["at", "was"]))
        } catch let problem as QueryError {
            throw TimelineError.malformedExpression(problem)
        }
    }

    /// The pointers into states that the expression names.
    package var pointers: [Pointer] { Pointer.named(in: text) }

    /// Whether the expression holds: its value is true, in SQLite's sense, and not NULL.
    ///
    /// - Throws: `TimelineError.malformedExpression` when SQLite cannot evaluate it, `CancellationError`, `SessionError`.
    func holds(at context: EvaluationContext) throws -> Bool {
        scope.context = context
        defer { scope.context = nil }
        do {
            query.restart([.integer(Int64(context.seq)), context.type.map(SQLValue.text) ?? .null])
            guard try query.next() else { return false }
            return query.value(0) == .integer(1)
        } catch let problem as QueryError {
            throw TimelineError.malformedExpression(problem)
        }
    }

    /// The context of action `seq` as the expression needs it.
    ///
    /// - Throws: `SessionError`.
    func context(at seq: Int, in contexts: EvaluationContexts) throws -> EvaluationContext {
        try contexts.context(at: seq, withType: usesType)
    }

    /// Compiles the expression as the condition of a CASE, where AND and OR evaluate no more than they must.
    private static func compile(_ text: String, _ columns: [String], in sandbox: SQLSandbox) throws -> SQLQuery {
        let values = ["seq": "?1", "type": "?2"]
        // Before the expression, so that a parameter in it counts as one more.
        let row = columns.compactMap { values[$0] }.joined(separator: ", ")
        let moment = "WITH moment (\(columns.joined(separator: ", "))) AS (SELECT \(row))"
        func query(_ condition: String) throws -> SQLQuery {
            // The line feed ends a comment at the end of the text.
            let sql = "\(moment) SELECT CASE WHEN \(condition) THEN 1 ELSE 0 END FROM moment"
            return try SQLQuery(sql, parameterCount: columns.last == "type" ? 2 : 1, in: sandbox)
        }
        // A text that closes one parenthesis more than it opens, to go on with something else, is no expression within
        // two.
        _ = try query("((\(text)\n))")
        return try query("(\(text)\n)")
    }

    /// Whether the expression uses a column: without it, it cannot be compiled.
    private static func isNeeded(_ column: String, _ text: String, in sandbox: SQLSandbox) -> Bool {
        let others = ["seq", "type"].filter { $0 != column }
        return (try? compile(text, others, in: sandbox)) == nil
    }
}

extension Pointer {
    /// The pointers into states that a text of SQL names as literals; others are made by it, and it may well be its
    /// question whether anything is there.
    static func named(in sql: String) -> [Pointer] {
        let call = #/\b(?i:at|was|state)\s*\((?:[^'()]|\([^'()]*\))*'((?:[^']|'')*)'\s*\)/#
        return sql.matches(of: call).compactMap { try? Pointer(parsing: String($0.1).replacing("''", with: "'")) }
    }
}
