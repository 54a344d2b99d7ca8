import RewindSession
import RewindTimeline

/// Checks a whole session: the file, the chunks, the chain of states, and the index.
package struct SessionCheck {
    /// The result of a check.
    package struct Report: Sendable {
        package var actions = 0
        package var snapshots = 0
        package var chunks = 0
        /// The number of effects and notes.
        package var effects = 0
        package var findings: [Finding]

        package init(findings: [Finding] = []) {
            self.findings = findings
        }
    }

    let session: SessionReader
    let progress: SessionProgress.Handler
    var report = Report()
    /// The seq of the first state.
    private(set) var first = 0
    /// The actual end of the log.
    var end = LogEnd(last: 0, sum: 0)
    var digests = DigestCache()
    /// The sum over the index rows that the patches require.
    var index = IndexSum()

    /// The number of findings after which a check stops, as a longer list would not be useful.
    static let findingsLimit = 100

    /// Reads everything in `session`.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `SessionError` if the file cannot be read for a reason other than damage, or an error of `progress`.
    package static func run(
        _ session: SessionReader,
        progress: @escaping SessionProgress.Handler = { _ in }
    ) throws -> Report {
        var check = SessionCheck(session: session, progress: progress)
        do {
            check.first = try session.firstSeq()
        } catch SessionError.damaged(_, .malformed) {
            check.report.findings.append(.prunedThrough)
        }
        do {
            try check.checkAll()
        } catch SessionError.damaged(_, .sqlite(let message)) {
            check.report.findings.append(.sqlite(message: message))
        }
        return check.report
    }

    private mutating func checkAll() throws {
        try checkFile()
        if report.findings.isEmpty { try checkChunks() }
        if report.findings.isEmpty { try checkRows() }
        if report.findings.isEmpty { try checkEffectRows() }
        if report.findings.isEmpty { try checkStates() }
        if report.findings.isEmpty { try checkEffects() }
        if report.findings.isEmpty { try checkEnd() }
        if report.findings.isEmpty { try checkMarks() }
        if report.findings.isEmpty { try checkIndex() }
        if report.findings.isEmpty { try checkUse() }
    }

    private init(session: SessionReader, progress: @escaping SessionProgress.Handler) {
        self.session = session
        self.progress = progress
    }

    private mutating func checkFile() throws {
        let messages = try read(.checkingFile) { db in
            let messages = try db.fetchAll(String.self, "PRAGMA integrity_check(20)").filter { $0 != "ok" }
            // In a file with damaged pages, references cannot be followed.
            guard messages.isEmpty else { return messages }
            let rows = try db.fetchAll("PRAGMA foreign_key_check") {
                let (row, table, other): (Int, String, String) = (
                    $0.value(1) ?? 0, $0.value(0) ?? "", $0.value(2) ?? ""
                )
                return "row \(row) of \(table) refers to a missing row of \(other)"
            }
            return Array(rows.prefix(20))
        }
        report.findings += messages.map { .sqlite(message: $0) }
        if session.isUnfinished { report.findings.append(.unfinished(beside: session.actionsBeside)) }
    }

    /// Calls `body`, which runs slow SQLite queries, and reports progress meanwhile.
    func read<T>(_ stage: SessionProgress.Stage, _ body: (Connection) throws -> T) throws -> T {
        try session.read { db in try db.withProgress({ try progress(SessionProgress(stage)) }) { try body(db) } }
    }
}
