import RewindSession
import RewindTree

/// An EXPR: a SQLite scalar expression over `seq`, `type`, `at('/pointer')`, `was('/pointer')`, `payload('/pointer')`,
/// `cause()`, and `effect('glob')`, evaluated by SQLite as a condition or for its value.
///
/// `at` reads the state right after the action, `was` the state that it was applied to, and `payload` the action
/// itself. They return NULL for null or a missing value, and read only when SQLite calls them. `cause` returns the name
/// of the effect or the type of the action that caused the action, NULL if it is not known; `effect` is 1 if an effect
/// with a matching name is among its causes, otherwise 0. Used from one thread at a time.
package final class Condition {
    /// The context of the current evaluation, which the functions read from.
    private final class Scope {
        var context: EvaluationContext?
        private var pointers: [ExactText: Pointer] = [:]

        func read(_ source: EvaluationContext.Reading.Source, _ argument: SQLValue) throws -> SQLValue {
            SQLValue(try context?.value(source, pointer(argument)))
        }

        func cause() throws -> SQLValue {
            guard let context, let name = try context.causes?.cause(of: context.seq) else { return .null }
            return .text(name)
        }

        func effect(_ argument: SQLValue) throws -> SQLValue {
            guard let context, let causes = context.causes, case .text(let glob) = argument else { return .integer(0) }
            return .integer(try causes.hasEffect(named: glob, before: context.seq) ? 1 : 0)
        }

        private func pointer(_ argument: SQLValue) throws -> Pointer {
            guard case .text(let text) = argument else { return try Pointer(argument: argument) }
            if let pointer = pointers[ExactText(text)] { return pointer }
            // An expression can create an unlimited number of pointers.
            if pointers.count > 1_000 { pointers = [:] }
            let pointer = try Pointer(argument: argument)
            pointers[ExactText(text)] = pointer
            return pointer
        }
    }

    /// The only thing that an expression's value depends on.
    package enum Basis: Sendable {
        /// The results of `at`; of nothing, if it is constant.
        case state
        /// The name of the action's type, which is NULL at the first state.
        case type
    }

    package let text: String
    /// True if the expression reads the state before an action.
    let looksBack: Bool
    /// True if the value depends only on the results of `at` and `was`.
    let dependsOnStatesAlone: Bool
    /// The only thing that the value depends on; nil if there are several, or others.
    package let basis: Basis?
    private let usesType: Bool
    private let scope: Scope
    private let query: SQLQuery
    private let valueQuery: SQLQuery

    /// Compiles an expression.
    ///
    /// - Throws: `TimelineError.malformedExpression`.
    package init(_ text: String, bounds: SQLBounds = SQLBounds(seconds: 10)) throws {
        self.text = text
        let scope = Scope()
        self.scope = scope
        let functions = [EvaluationContext.Reading.Source.at, .was, .payload].map { source in
            SQLFunction(source.rawValue, argumentCount: 1) { try scope.read(source, $0[0]) }
        }
        let causes = [
            SQLFunction("cause", argumentCount: 0) { _ in try scope.cause() },
            SQLFunction("effect", argumentCount: 1) { try scope.effect($0[0]) },
        ]
        do {
            let sandbox = try SQLSandbox(functions: functions + causes, bounds: bounds)
            let query = try Self.compile(text, ["seq", "type"], in: sandbox)
            self.query = query
            valueQuery = try Self.compile(text, ["seq", "type"], in: sandbox) { $0 }
            looksBack = query.functions.contains("was")
            usesType = Self.isNeeded("type", text, in: sandbox)
            let others = query.functions.subtracting(SQLNames.repeatableFunctions)
            let usesSeq = Self.isNeeded("seq", text, in: sandbox)
            dependsOnStatesAlone = !usesType && !usesSeq && others.isSubset(of: ["at", "was"])
            basis =
                switch (usesSeq, usesType) {
                case (false, false) where others.isSubset(of: ["at"]): .state
                case (false, true) where others.isEmpty: .type
                default: nil
                }
        } catch let problem as QueryError {
            throw TimelineError.malformedExpression(problem)
        }
    }

    /// The state pointers that occur as literals in the expression.
    package var pointers: [Pointer] { Pointer.named(in: text) }

    /// Returns true if the expression's value is true in SQLite's sense, and not NULL.
    ///
    /// - Throws: `TimelineError.malformedExpression` if SQLite cannot evaluate it, `CancellationError`, `SessionError`.
    package func holds(at context: EvaluationContext) throws -> Bool {
        try result(of: query, at: context) == .integer(1)
    }

    /// Returns the expression's value.
    ///
    /// - Throws: As `holds(at:)` does.
    func value(at context: EvaluationContext) throws -> SQLValue {
        try result(of: valueQuery, at: context)
    }

    private func result(of query: SQLQuery, at context: EvaluationContext) throws -> SQLValue {
        scope.context = context
        defer { scope.context = nil }
        do {
            query.restart([.integer(Int64(context.seq)), context.type.map(SQLValue.text) ?? .null])
            return try query.next() ? query.value(0) : .null
        } catch let problem as QueryError {
            throw TimelineError.malformedExpression(problem)
        }
    }

    /// Returns the context that the expression needs at action `seq`.
    ///
    /// - Throws: `SessionError`.
    func context(at seq: Int, in contexts: EvaluationContexts) throws -> EvaluationContext {
        try contexts.context(at: seq, withType: usesType)
    }

    /// Compiles the expression, by default as the condition of a CASE, where AND and OR short-circuit.
    private static func compile(
        _ text: String,
        _ columns: [String],
        in sandbox: SQLSandbox,
        as result: (String) -> String = { "CASE WHEN \($0) THEN 1 ELSE 0 END" }
    ) throws -> SQLQuery {
        let values = ["seq": "?1", "type": "?2"]
        // Placed before the expression, so that a parameter in it counts as an additional one.
        let row = columns.compactMap { values[$0] }.joined(separator: ", ")
        let count = columns.last == "type" ? 2 : 1
        let moment = "WITH moment (\(columns.joined(separator: ", "))) AS (SELECT \(row))"
        func query(_ expression: String) throws -> SQLQuery {
            // The line feed ends a comment at the end of the text.
            let sql = "\(moment) SELECT \(result(expression)) FROM moment"
            return try SQLQuery(sql, parameterCount: count, in: sandbox)
        }
        // At the end of the SQL, a text that closes a parenthesis which it did not open does not compile, and the message
        // quotes nothing but the text.
        _ = try SQLQuery("\(moment) SELECT 1 FROM moment WHERE \(text)", parameterCount: count, in: sandbox)
        return try query("(\(text)\n)")
    }

    /// Returns true if the expression uses a column, as it cannot be compiled without it.
    private static func isNeeded(_ column: String, _ text: String, in sandbox: SQLSandbox) -> Bool {
        let others = ["seq", "type"].filter { $0 != column }
        return (try? compile(text, others, in: sandbox)) == nil
    }
}

extension Pointer {
    /// Creates a pointer from the argument of a function.
    ///
    /// - Throws: `QueryError.malformedPointer`.
    init(argument: SQLValue) throws {
        let text =
            switch argument {
            case .text(let text): text
            case .integer(let value): String(value)
            case .real(let value): String(value)
            case .null, .blob: "NULL"
            }
        guard case .text = argument, let pointer = try? Pointer(parsing: text) else {
            throw QueryError.malformedPointer(text)
        }
        self = pointer
    }

    /// Returns the state pointers that are literals in an SQL text. Computed pointers are not included, as a query may
    /// use those to test whether a value exists.
    static func named(in sql: String) -> [Pointer] {
        let call = #/\b(?i:at|was|state)\s*\((?:[^'()]|\([^'()]*\))*'((?:[^']|'')*)'\s*\)/#
        return sql.matches(of: call).compactMap { try? Pointer(parsing: String($0.1).replacing("''", with: "'")) }
    }
}
