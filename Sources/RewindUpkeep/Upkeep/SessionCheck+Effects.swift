import RewindSession
import RewindTimeline

extension SessionCheck {
    /// Checks each row of effects and outcomes against its hash.
    mutating func checkEffectRows() throws {
        try session.read { db in
            var bytes: [UInt8] = []
            for table in RowHash.Table.allCases {
                let rows = try db.rows(table.selection)
                var count = 0
                while let row = try rows.next(), report.findings.count < Self.findingsLimit {
                    if count % SessionProgress.stride == 0 { try progress(SessionProgress(.checkingRows)) }
                    count += 1
                    guard !table.isSound(row, &bytes) else { continue }
                    let id: Int = row.value(0) ?? 0
                    report.findings.append(table == .effect ? .effectRow(id: id) : .outcomeRow(id: id))
                }
            }
        }
    }

    /// Checks that effects and outcomes are readable, and fit to each other and to the log.
    mutating func checkEffects() throws {
        // While a session is being recorded, an effect may be written before the action that it follows.
        let last = session.isLive || session.isUnfinished ? Int.max : try session.lastSeq()
        var rules = EffectRules(of: first...max(first, last))
        try session.forEachEffectResult { id, result in
            if report.effects % SessionProgress.stride == 0 { try progress(SessionProgress(.checkingRows)) }
            report.effects += 1
            do {
                let row = try result.get()
                if let finding = rules.add(row.effect, end: row.outcome?.seq) { report.findings.append(finding) }
            } catch SessionError.damaged(_, .malformed(let table, let column, let row))
                where !["input", "value"].contains(column)
            {
                report.findings.append(.value(table: table, column: column, row: row))
            } catch SessionError.damaged {
                report.findings.append(.effectValues(id: id))
            }
            return report.findings.count < Self.findingsLimit
        }
        guard report.findings.isEmpty else { return }
        try session.read { db in
            let rows = try db.rows(RowHash.Table.outcome.selection)
            while let row = try rows.next(), report.findings.count < Self.findingsLimit {
                let outcome = try session.outcomeRecord(of: row, readsValue: false)
                if let finding = rules.add(outcome) { report.findings.append(finding) }
            }
        }
    }

    /// Checks that the effects are those that the session had when it was closed.
    mutating func checkEffectsEnd(_ text: String?) throws {
        let found = try session.read { try EffectsEnd(countedIn: $0) }
        // Without the fact, there were none.
        let recorded = text.map { EffectsEnd(parsing: $0) } ?? EffectsEnd()
        guard let recorded, recorded.sum == found.sum, recorded.effect >= found.effect,
            recorded.outcome >= found.outcome
        else { return report.findings.append(.effectRows) }
    }
}
