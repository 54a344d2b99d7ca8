#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindTimeline

/// `rewind sql`: queries the tables of a session.
struct SQLCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Query a session with SQL.",
        usage: "rewind sql [<file>] <query> [-n <count>] [--timeout <seconds>]",
        discussion: """
            Queries are read-only SQLite statements. Rows are printed as a table on a terminal, otherwise separated \
            by tabs, with control characters escaped.

            The view log has a row for each action: seq, parent, time (UTC text), at (seconds since 1970), type, \
            coder, status, duration (milliseconds), payload and patch (JSON text), origin, error. state(seq, \
            '/pointer') is a value in the state after an action.

              rewind sql demo.rewind "SELECT seq, time FROM log WHERE payload LIKE '%id%'"
              rewind sql demo.rewind "SELECT type, max(duration) FROM log GROUP BY type"
              rewind sql demo.rewind "SELECT seq, state(seq, '/home/pageNumber') FROM log"
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "One SELECT statement")
    var query: String

    @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Maximum number of rows", valueName: "count"))
    var limit: Count = 1_000

    @Option(help: ArgumentHelp("Maximum run time, in seconds", valueName: "seconds"))
    var timeout = 30.0

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout.isFinite else { throw ValidationError.timeout }
    }

    func run() throws {
        let limit = try limit.number(for: "--limit")
        let work = ProgressReporter()
        let timeline = try session.timeline()
        defer { timeline.session.close() }
        let rows = try work.query(query, of: timeline, seconds: timeout)
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
        output.json ? .json : Output.isTerminal ? .table : .tabs
    }
}

#endif
