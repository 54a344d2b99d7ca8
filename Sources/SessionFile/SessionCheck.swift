import Foundation
import GRDB
import StateTree

/// Checks a whole session: the file, the chunks, the chain of states and the index.
package struct SessionCheck {
    /// What a check saw.
    package struct Report: Sendable {
        package var actions = 0
        package var snapshots = 0
        package var chunks = 0
        package var findings: [Finding] = []
    }

    let session: SessionReader
    var report = Report()
    private var states: [Int: Tree?] = [:]
    /// The state after the action that was checked last; nil when it was made from one that was pruned.
    private var state: Tree? = Tree.null
    /// The seq of the first state.
    private(set) var first = 0
    /// Where the log ends.
    var end = LogEnd(last: 0, sum: 0)
    /// The digests of chunks by the identity of their values, which are kept alive.
    private var digests: [ObjectIdentifier: (node: AnyObject, digest: Digest)] = [:]

    /// How many findings end a check: a file so damaged needs no longer list.
    static let findingsLimit = 100

    /// Reads everything in `session`.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `SessionError` only when the file cannot be read at all.
    package static func run(_ session: SessionReader) throws -> Report {
        var check = SessionCheck(session: session)
        do {
            check.first = try session.firstSeq()
        } catch SessionError.damaged(_, .malformed) {
            check.report.findings.append(.prunedThrough)
        }
        try check.checkFile()
        if check.report.findings.isEmpty { try check.checkChunks() }
        if check.report.findings.isEmpty { try check.checkRows() }
        if check.report.findings.isEmpty { try check.checkChain() }
        if check.report.findings.isEmpty { try check.checkEnd() }
        if check.report.findings.isEmpty { try check.checkMarks() }
        if check.report.findings.isEmpty { try check.checkIndex() }
        if check.report.findings.isEmpty { try check.checkUse() }
        return check.report
    }

    private init(session: SessionReader) {
        self.session = session
    }

    private mutating func checkFile() throws {
        let messages = try session.read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
                + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20).map {
                    let (row, table, other): (Int, String, String) = (
                        $0.value(1) ?? 0, $0.value(0) ?? "", $0.value(2) ?? ""
                    )
                    return "row \(row) of \(table) refers to a row of \(other) that is missing"
                }
        }
        report.findings += messages.filter { $0 != "ok" }.map { .sqlite(message: $0) }
        if session.isUnfinished { report.findings.append(.unfinished) }
    }

    mutating func checkChunks() throws {
        let ids = try session.read { try Int.fetchAll($0, sql: "SELECT id FROM chunk ORDER BY id") }
        report.chunks = ids.count
        for id in ids where report.findings.count < Self.findingsLimit {
            let (hash, tree) = try session.read { db in
                let hash = try Data.fetchOne(db, sql: "SELECT hash FROM chunk WHERE id = ?", arguments: [id])
                return (hash, try? session.tree(ofChunk: id, in: db))
            }
            guard let tree else {
                report.findings.append(.chunkUnreadable(id: id))
                continue
            }
            if digest(of: tree, isChunk: true).data != hash { report.findings.append(.chunkHash(id: id)) }
        }
        digests.removeAll()
    }

    /// The digest of a value, in which those of chunks seen before are used again.
    private mutating func digest(of tree: Tree, isChunk: Bool = false) -> Digest {
        guard let node = tree.node else { return tree.digest }
        if let known = digests[ObjectIdentifier(node)] { return known.digest }
        let digest = tree.digest { self.digest(of: $0) }
        if isChunk { digests[ObjectIdentifier(node)] = (node, digest) }
        return digest
    }

    mutating func checkChain() throws {
        let last = try session.lastSeq()
        let snapshots = try session.read { db in
            Set(try Int.fetchAll(db, sql: "SELECT seq FROM snapshot"))
        }
        report.snapshots = snapshots.count
        report.findings += snapshots.filter { $0 < first || $0 > last }.map { .strandedSnapshot(seq: $0) }
        guard snapshots.contains(first), let initial = try session.snapshot(first) else {
            report.findings.append(.noInitialState)
            return
        }
        // States that a later branch starts from are kept until they are needed; they share all they have in common.
        let forks = Set(try session.branches().map(\.parent))
        state = initial
        try compare(with: initial, seq: first)
        if forks.contains(first) { states[first] = initial }
        for seq in try session.read({ try Int.fetchAll($0, sql: "SELECT seq FROM action ORDER BY seq") }) {
            guard report.findings.count < Self.findingsLimit else { return }
            guard seq > first else {
                report.findings.append(.strandedAction(seq: seq))
                continue
            }
            report.actions += 1
            guard seq == first + report.actions else {
                report.findings.append(.gap(before: seq))
                return
            }
            try checkAction(seq, hasSnapshot: snapshots.contains(seq))
            if forks.contains(seq) { states.updateValue(state, forKey: seq) }
        }
    }

    private mutating func checkAction(_ seq: Int, hasSnapshot: Bool) throws {
        let record: ActionRecord
        do {
            guard let found = try session.action(seq) else { return report.findings.append(.gap(before: seq + 1)) }
            record = found
        } catch SessionError.damaged(_, .malformed("action", let column, _)) {
            switch column {
            case "payload": return report.findings.append(.payload(seq: seq))
            case "patch": return report.findings.append(.patch(seq: seq))
            default: return report.findings.append(.value(table: "action", column: column, row: seq))
            }
        } catch SessionError.damaged {
            // A chunk cannot be read, and the error does not say which of the two holds it.
            let isStepReadable = (try? session.step(seq)) != nil
            return report.findings.append(isStepReadable ? .payload(seq: seq) : .patch(seq: seq))
        }
        if record.parent != seq - 1 {
            guard record.parent >= 0, record.parent < seq else {
                return report.findings.append(.parent(seq: seq, parent: record.parent))
            }
            if record.parent < first {
                state = nil
            } else if let parent = states[record.parent] {
                state = parent
            } else {
                return report.findings.append(.parent(seq: seq, parent: record.parent))
            }
        }
        if let patch = record.patch {
            // Where its parent was pruned, what an action led to is stored whole, and there is nothing to compare with.
            guard let state else {
                guard hasSnapshot, let snapshot = try session.snapshot(seq) else {
                    return report.findings.append(.patch(seq: seq))
                }
                self.state = snapshot
                return try compare(with: snapshot, seq: seq)
            }
            guard let next = try? state.applying(patch) else { return report.findings.append(.patch(seq: seq)) }
            self.state = next
        }
        if hasSnapshot, let snapshot = try session.snapshot(seq) { try compare(with: snapshot, seq: seq) }
    }

    private mutating func compare(with snapshot: Tree, seq: Int) throws {
        let hash = try session.read { db in
            try Data.fetchOne(db, sql: "SELECT hash FROM snapshot WHERE seq = ?", arguments: [seq])
        }
        if state != snapshot || snapshot.digest.data != hash { report.findings.append(.snapshot(seq: seq)) }
        // From here on the tree of the snapshot serves, so that the next comparison meets shared nodes.
        state = snapshot
    }
}
