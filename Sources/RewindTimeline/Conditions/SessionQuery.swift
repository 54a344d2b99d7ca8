import RewindSession
import RewindTree

/// A query over the tables of a session, the view `log`, and the function `state(seq, '/pointer')`: the value right
/// after action `seq`, NULL if there is no value or no such action. Used from one thread at a time.
package final class SessionQuery {
    /// Reads the values. The session is opened at the first call, so that a session being recorded contains everything
    /// that the query can see.
    private final class Source {
        private let session: SessionReader
        private let recovery: Timeline.Recovery?
        private lazy var opened = Result {
            let timeline = try Timeline(opening: session.url)
            timeline.recovery = recovery
            return (timeline, ValueReader(timeline))
        }

        init(_ session: SessionReader, _ recovery: Timeline.Recovery?) {
            (self.session, self.recovery) = (session, recovery)
        }

        func reader() throws -> SessionReader {
            try opened.get().0.session
        }

        func value(_ arguments: [SQLValue]) throws -> SQLValue {
            guard arguments.count == 2, case .integer(let seq) = arguments[0] else { return .null }
            let pointer = try Pointer(argument: arguments[1])
            let (timeline, values) = try opened.get()
            guard let seq = Int(exactly: seq), seq >= timeline.first, seq <= timeline.last else { return .null }
            try timeline.know(seq)
            return SQLValue(try values.value(pointer, at: seq))
        }
    }

    private let query: SQLQuery
    private let source: Source
    private let text: String

    /// The column names.
    package var columns: [String] { query.columns }

    /// Compiles a query. States that it reads are recovered with `recovery`.
    ///
    /// - Throws: `SessionError.query` and other errors of `SessionError`.
    package init(
        _ sql: String,
        of session: SessionReader,
        bounds: SQLBounds,
        recovery: Timeline.Recovery? = nil
    ) throws {
        let source = Source(session, recovery)
        let functions = [
            SQLFunction("state", argumentCount: 2) { try source.value($0) }, LogView.whole { try source.reader() },
        ]
        let sandbox = try SQLSandbox(reading: session, functions: functions, bounds: bounds)
        query = try SQLQuery(sql, in: sandbox)
        self.source = source
        text = sql
    }

    /// The state pointers that occur as literals in the query.
    package var pointers: [Pointer] { Pointer.named(in: text) }

    /// Returns the next row; nil at the end.
    ///
    /// - Throws: `SessionError.query` and other errors of `SessionError`, `CancellationError`.
    package func next() throws -> [SQLValue]? {
        guard try query.next() else { return nil }
        return columns.indices.map(query.value)
    }
}
