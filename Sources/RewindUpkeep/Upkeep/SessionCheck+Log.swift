import RewindSession
import RewindTimeline

extension SessionCheck {
    /// Checks each row of the log against its hash.
    mutating func checkRows() throws {
        var last = first
        var sum: Int64 = 0
        try session.read { db in
            let total = try session.lastSeq() - first
            let rows = try db.rows(RowHash.selection)
            var bytes: [UInt8] = []
            var count = 0
            while let row = try rows.next(), report.findings.count < Self.findingsLimit {
                try SessionProgress.step(.checkingRows, count, of: total, progress)
                count += 1
                last = row.value(0) ?? 0
                let (hash, isStored) = RowHash.hash(of: row, &bytes)
                if !isStored { report.findings.append(.row(seq: last)) }
                sum &+= hash
            }
        }
        end = LogEnd(last: last, sum: sum)
    }

    /// Checks that the log ends as it did when the session was closed.
    mutating func checkEnd() throws {
        // The end is not known during a recording, or if it was lost with the side files.
        let facts = try session.facts()
        guard !session.isLive, facts[SessionFact.endedKey] != nil else { return }
        guard let recorded = try session.read(SessionFact.logEnd) else { return report.findings.append(.noLogEnd) }
        if recorded.last != end.last {
            report.findings.append(.logEnd(recorded: recorded.last, found: end.last))
        } else if recorded.sum != end.sum {
            report.findings.append(.logRows)
        }
        try checkEffectsEnd(facts[EffectsEnd.key])
    }

    /// Checks the cursor and the bookmarks.
    mutating func checkMarks() throws {
        let seqs = first...max(first, try session.lastSeq())
        let marks = try session.read { db in
            try db.fetchAll("SELECT name, seq FROM bookmark ORDER BY seq, name") {
                (name: $0.value(0) as String? ?? "", seq: $0.value(1) as Int? ?? -1)
            }
        }
        let facts = try session.facts()
        if let text = facts[SessionCursor.key], Int(text).map(seqs.contains) != true {
            report.findings.append(.cursor)
        }
        if let text = facts[SessionCursor.tipKey], Int(text).map(seqs.contains) != true {
            report.findings.append(.cursorTip)
        }
        for mark in marks.prefix(Self.findingsLimit) where !seqs.contains(mark.seq) {
            report.findings.append(.bookmark(name: mark.name))
        }
    }
}
