#if os(macOS) || os(Linux)

import RewindTimeline

extension Wording {
    /// A text in SQL that the user typed.
    enum SQLText {
        case query, expression

        fileprivate var name: String { self == .query ? "The query" : "EXPR" }
    }

    /// Returns the message for SQL that failed.
    static func failure(of problem: QueryError, in text: SQLText) -> CommandError {
        CommandError(message: sentence(problem, of: text), hint: hint(for: problem, of: text))
    }

    private static func sentence(_ problem: QueryError, of text: SQLText) -> String {
        switch problem {
        // The word after the expression in the statement that tests it.
        case .failed(#"near "THEN": syntax error"#) where text == .expression: "Invalid EXPR: a \")\" is missing."
        case .failed(let message): "\(text == .query ? "SQL error" : "Invalid EXPR"): \(oneLine(message))."
        case .notAllowed(let message): "\(text.name) is read-only: \(oneLine(message))."
        case .notOneQuery: "\(text.name) must be a single statement."
        case .hasParameters: "\(text.name) has parameters, which have no values."
        case .malformedPointer(let pointer):
            "\(text.name) contains \"\(oneLine(pointer))\", which is not a JSON Pointer."
        case .tookTooLong(let seconds): "\(text.name) took longer than \(BriefText.count(seconds, "second"))."
        case .tooLarge: "\(text.name) needs too much memory."
        }
    }

    private static func hint(for problem: QueryError, of text: SQLText) -> CommandError.Hint {
        switch (problem, text) {
        case (.malformedPointer, .expression): singleQuotes("at('/home/articleList/0/title')")
        case (.malformedPointer, .query): singleQuotes("state(12, '/home/articleList/0/title')")
        case (.failed(let message), .expression) where message.contains(#/^no such column: "?\//#):
            singleQuotes("at('/home/articleList/0/title')")
        case (.failed(let message), .query) where message.contains(#/^no such column: "?\//#):
            singleQuotes("state(12, '/home/articleList/0/title')")
        case (.tookTooLong, .expression), (.tooLarge, .expression):
            "Read smaller values: at('/home/pageNumber') rather than at('/home')"
        case (.tookTooLong, .query): "Narrow the query, or raise --timeout."
        case (.tooLarge, .query): "Narrow the query, or select fewer columns."
        case (_, .expression): .command("See what EXPR may contain", "rewind help")
        case (_, .query): .command("List the tables and columns", "rewind sql FILE .schema")
        }
    }

    private static func singleQuotes(_ example: String) -> CommandError.Hint {
        "Use single quotes: \(example)"
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

#endif
