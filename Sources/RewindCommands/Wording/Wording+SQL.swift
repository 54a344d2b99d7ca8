#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

extension Wording {
    /// Returns the reason why `subject`, the query or the EXPR, failed.
    static func sentence(_ subject: String, _ problem: QueryError) -> String {
        switch problem {
        case .failed(let message): "\(subject) cannot be carried out: \(oneLine(message))."
        case .notAllowed(let message): "\(subject) may only read: \(oneLine(message))."
        case .notOneQuery: "\(subject) must be one query, and no more."
        case .hasParameters: "\(subject) has parameters, for which nothing is given."
        case .malformedPointer(let text): "\(subject) looks at \"\(oneLine(text))\", which is not a JSON Pointer."
        case .tookTooLong(let seconds): "\(subject) took longer than \(BriefText.count(seconds, "second"))."
        case .tooLarge: "\(subject) needs more memory than it may have."
        }
    }

    /// Returns the hint for an EXPR.
    static func hintForExpression(_ problem: QueryError) -> String {
        switch problem {
        case .malformedPointer: "Write the pointer as a text: at('/home/articleList/0/title')."
        case .tookTooLong, .tooLarge: "Look at smaller values: at('/home/pageNumber') rather than at('/home')."
        default:
            "EXPR may use seq, type, at('/pointer'), was('/pointer'), payload('/pointer'), texts in 'single quotes', "
                + "and SQLite's operators and functions."
        }
    }

    /// Returns the hint for a query.
    static func hintForQuery(_ problem: QueryError) -> String {
        switch problem {
        case .malformedPointer: "Write the pointer as a text: state(12, '/home/articleList/0/title')."
        case .tookTooLong: "Narrow the query, or give it more time with --timeout."
        case .tooLarge: "Narrow the query, or select less of it."
        default:
            "rewind help sql lists the columns of the view log; rewind sql FILE \"SELECT sql FROM sqlite_schema\" "
                + "prints the tables."
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

#endif
