import GRDB

extension SessionCheck {
    /// Checks each row of the log against its hash.
    mutating func checkRows() throws {
        var last = first
        var sum: Int64 = 0
        report.findings += try session.read { db in
            let rows = try Row.fetchCursor(db, sql: RowHash.selection)
            var findings: [Finding] = []
            while let row = try rows.next(), findings.count < Self.findingsLimit {
                let hash = RowHash.hash(of: row)
                if hash != row.value(11) { findings.append(.row(seq: row.value(0) ?? 0)) }
                last = row.value(0) ?? last
                sum &+= hash
            }
            return findings
        }
        end = LogEnd(last: last, sum: sum)
    }

    /// Checks that the log ends as it did when the session was closed.
    mutating func checkEnd() throws {
        // While it is recorded, or where its end was lost with its side files, nobody knows.
        guard !session.isLive, try session.facts()[SessionFact.endedKey] != nil else { return }
        guard let recorded = try session.read(SessionFact.logEnd) else { return report.findings.append(.noLogEnd) }
        if recorded.last != end.last {
            report.findings.append(.logEnd(recorded: recorded.last, found: end.last))
        } else if recorded.sum != end.sum {
            report.findings.append(.logRows)
        }
    }

    /// Checks the cursor and the bookmarks.
    mutating func checkMarks() throws {
        let places = first...max(first, try session.lastSeq())
        let marks = try session.read { db in
            try Row.fetchAll(db, sql: "SELECT name, seq FROM bookmark ORDER BY seq, name").map {
                (name: $0.value(0) as String? ?? "", seq: $0.value(1) as Int? ?? -1)
            }
        }
        let facts = try session.facts()
        if let text = facts[SessionCursor.key], Int(text).map(places.contains) != true {
            report.findings.append(.cursor)
        }
        if let text = facts[SessionCursor.tipKey], Int(text).map(places.contains) != true {
            report.findings.append(.cursorTip)
        }
        for mark in marks.prefix(Self.findingsLimit) where !places.contains(mark.seq) {
            report.findings.append(.bookmark(name: mark.name))
        }
    }
}
