#if Fleet

import RewindFleet

/// A session, with the first seq of a match.
struct FleetSessionEntry: CommandReport, Sendable {
    let session: FleetSession
    var seq: Int?

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "session": session.id, "app": session.app, "app_version": session.version,
            "started_at": session.startedAt, "ended_at": session.endedAt, "actions": session.actions,
            "bytes": session.bytes, "crashed": session.isCrashed, "seq": seq,
        ])
    }

    /// Returns the line: the beginning of the id, the seq, start, length, number of actions, and app.
    func lines(style: TextStyle) -> [String] {
        let length =
            if let start = session.startedAt, let end = session.endedAt, end >= start {
                SpanText.words(end - start)
            } else {
                "?"
            }
        let app = [session.app, session.version].compactMap(\.self).joined(separator: " ")
        let cells = [
            style.strong(session.shortID), seq.map { style.name(Cells.padded("at \($0)", to: 9)) },
            Cells.padded(session.startedAt.map(TimeText().dayAndMinute) ?? "?", to: 20),
            Cells.padded(length, to: 7, isRight: true),
            Cells.padded(BriefText.count(session.actions, "action"), to: 13, isRight: true),
            session.isCrashed ? style.warning("crashed") : nil, style.faint(TerminalText.line(app)),
        ]
        return [cells.compactMap(\.self).joined(separator: "  ").fitted]
    }
}

extension FleetSession {
    /// The beginning of the id, which is enough to name it.
    var shortID: String { String(id.prefix(13)) }
}

extension String {
    /// The text on one line, cut to the width of the terminal.
    var fitted: String { Cells.cut(TerminalText.paintedLine(self), to: Output.terminalColumns) }

    /// Returns lines with these cells in columns; those with one of the indices `right` are aligned to the right.
    static func columns(_ rows: [[String]], right: Set<Int> = []) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.count > column ? Cells.count($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == count - 1 ? cell : Cells.padded(cell, to: widths[column], isRight: right.contains(column))
            }
            return cells.joined(separator: "  ").fitted
        }
    }
}

extension OutputOptions {
    /// Prints the first `limit` items of a list, and a note if there are more.
    func print(_ items: [some CommandReport], limit: Int) throws {
        var printer = printer
        for item in items.prefix(limit) { try printer.print(item) }
        if items.count > limit { Output.note(.moreRows(limit: limit)) }
    }
}

extension FleetOptions {
    /// Prints a hint to run a fleet command on this database.
    func hint(_ purpose: String, _ command: String) {
        let database = givenDatabase.map { " --database \(ShellWord.text($0))" } ?? ""
        Output.hint(.command(purpose, "rewind fleet \(command)\(database)"))
    }
}

#endif
