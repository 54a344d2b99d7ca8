import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// `rewind sql`: queries the tables of a session.
struct SQLCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Query a session with SQL.",
        usage: "rewind sql [<file>] [<query>] [-n <count>] [--timeout <seconds>]",
        discussion: """
            A query is one read-only SQLite statement, from standard input if not given; .tables lists the tables, \
            and .schema their columns. On a terminal, rows are printed as a table or, if that is too wide, value by \
            value; otherwise, they are separated by tabs, with control characters escaped.

            The view log has a row for each action: seq, parent, time (UTC text), at (microseconds since 1970), \
            type, coder, status, duration (nanoseconds), payload and patch (JSON text), origin, error, and the number \
            of the effect or action that caused it, cause_effect or cause_action. The view effects has a row for each \
            effect and note: id, kind, name, began and ended (the last actions before that), time, at, ended_at, \
            duration, status, input and outcome (JSON text), outcome_type, origin, cause_effect, cause_action. \
            state(seq, '/pointer') is a value in the state after an action.

              rewind sql demo.rewind "SELECT seq, time FROM log WHERE payload LIKE '%id%'"
              rewind sql demo.rewind "SELECT type, max(duration) FROM log GROUP BY type"
              rewind sql demo.rewind "SELECT seq, state(seq, '/home/pageNumber') FROM log"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "One SELECT statement, .tables or .schema", transform: NegativeNumber.restored)
    var query: String?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp("Maximum number of rows", valueName: "count")
    )
    var limit: CountArgument = 1_000

    @Option(help: ArgumentHelp("Maximum run time, in seconds", valueName: "seconds"))
    var timeout = 30.0

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        query = query ?? session.passOn(isNeeded: Self.isQuery(session.file))
        guard timeout > 0, timeout.isFinite else { throw ValidationError.timeout }
        if query == nil, isatty(STDIN_FILENO) == 1 { throw ValidationError.noQuery }
    }

    /// Returns true for an argument that is a query, not the path of a session.
    private static func isQuery(_ argument: String) -> Bool {
        argument.contains(where: \.isWhitespace) || lists[argument] != nil
    }

    /// Queries that have names, as in SQLite's shell.
    private static let lists = [
        ".tables": """
        SELECT name FROM sqlite_schema WHERE type = 'table'
        UNION SELECT '\(LogView.name)' UNION SELECT '\(LogView.effectsName)' ORDER BY name
        """,
        ".schema": """
        SELECT sql FROM sqlite_schema WHERE type = 'table'
        UNION ALL SELECT 'CREATE VIEW log (seq, parent, time, at, type, coder, status, duration, payload, patch, '
            || 'origin, error, cause_effect, cause_action)'
        UNION ALL SELECT 'CREATE VIEW effects (id, kind, name, began, ended, time, at, ended_at, duration, status, '
            || 'input, outcome, outcome_type, origin, cause_effect, cause_action)'
        """,
    ]

    func run() throws {
        let limit = try limit.number(for: "--limit")
        let work = ProgressReporter()
        defer { work.end() }
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let rows = try compiled(work, in: timeline)
        var writer = RowWriter(rows.columns, as: format, style: output.style)
        do {
            if try !printRows(of: rows, upTo: limit, with: &writer) { Output.note(.moreRows(limit: limit)) }
        } catch {
            // Rows found before the error are printed.
            if writer.hasRows { writer.finish() }
            throw error
        }
        try MissingPointer.check(rows.pointers, in: timeline)
    }

    /// Compiles the query.
    ///
    /// - Throws: `CommandError` with the nearest name for an unknown one; `QueryError`, `SessionError`.
    private func compiled(_ work: ProgressReporter, in timeline: Timeline) throws -> SessionQuery {
        let text = query ?? String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        func compile(_ text: String) throws -> SessionQuery {
            try work.query(text, of: timeline, seconds: timeout)
        }
        do {
            return try compile(Self.lists[text.trimmingCharacters(in: .whitespacesAndNewlines)] ?? text)
        } catch let QueryError.failed(message) {
            guard let missing = message.firstMatch(of: #/^no such (table|column): (?:\w+\.)?(\w+)/#) else {
                throw QueryError.failed(message: message)
            }
            let tables = try compile(Self.lists[".tables"] ?? "")
            var names: [String] = []
            while case .text(let name)? = try tables.next()?.first { names.append(name) }
            if missing.1 == "column" {
                // Columns of the tables that the query names.
                names = try names.filter { text.contains($0) }.flatMap {
                    try compile("SELECT * FROM \($0) LIMIT 0").columns
                }
            }
            let failure = QueryError.failed(message: message)
            guard let nearest = NearestWord.of(String(missing.2), in: names) else { throw failure }
            throw CommandError(failure, hint: "Did you mean \(nearest)?")
        }
    }

    /// Prints the rows up to the limit. Returns true if these are all.
    private func printRows(of rows: SessionQuery, upTo limit: Int, with writer: inout RowWriter) throws -> Bool {
        var count = 0
        while let row = try rows.next() {
            guard count < limit else {
                writer.finish()
                return false
            }
            count += 1
            writer.write(row)
        }
        writer.finish()
        return true
    }

    private var format: RowWriter.Format {
        if !output.json, Self.lists[query ?? ""] != nil { return .lines }
        return output.json ? .json : Output.isTerminal ? .table : .tabs
    }
}
