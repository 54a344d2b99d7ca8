import Foundation
import GRDB
import StateTree

/// Checks a whole session: the file, the chunks, the chain of states and the index.
package struct SessionCheck {
    /// Something that is not as it must be.
    package enum Finding: Hashable, Sendable {
        /// SQLite's own check of the file failed.
        case sqlite(message: String)
        /// The recording was not closed, and the side files are gone: its latest actions may be missing.
        case unfinished
        /// A chunk cannot be read.
        case chunkUnreadable(id: Int)
        /// A chunk is not what its hash says.
        case chunkHash(id: Int)
        /// The action's row is not what its hash says.
        case row(seq: Int)
        /// The numbering has a hole in front of this action.
        case gap(before: Int)
        /// The action was applied to a state that it cannot have been applied to.
        case parent(seq: Int, parent: Int)
        /// The action's payload cannot be read.
        case payload(seq: Int)
        /// The action's patch cannot be read, or does not fit its parent's state.
        case patch(seq: Int)
        /// The state stored whole is not the one that the patches lead to.
        case snapshot(seq: Int)
        /// A snapshot belongs to no action.
        case strandedSnapshot(seq: Int)
        /// The action is there, though those up to a later one were pruned.
        case strandedAction(seq: Int)
        /// There is no initial state, or in a session that was pruned no state to begin with.
        case noInitialState
        /// The fact that says up to where the session was pruned makes no sense.
        case prunedThrough
        /// The change index does not say what the patches say.
        case index
    }

    /// What a check saw.
    package struct Report: Sendable {
        package var actions = 0
        package var snapshots = 0
        package var chunks = 0
        package var findings: [Finding] = []
    }

    private let session: SessionReader
    private var report = Report()
    private var states: [Int: Tree?] = [:]
    /// The state after the action that was checked last; nil when it was made from one that was pruned.
    private var state: Tree? = Tree.null
    /// The seq of the first state.
    private var first = 0
    /// The digests of chunks by the identity of their values, which are kept alive.
    private var digests: [ObjectIdentifier: (node: AnyObject, digest: Digest)] = [:]

    /// How many findings end a check: a file so damaged needs no longer list.
    private static let findingsLimit = 100

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
        if check.report.findings.isEmpty { try check.checkIndex() }
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

    private mutating func checkChunks() throws {
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

    private mutating func checkRows() throws {
        report.findings += try session.read { db in
            let rows = try Row.fetchCursor(db, sql: RowHash.selection)
            var findings: [Finding] = []
            while let row = try rows.next(), findings.count < Self.findingsLimit {
                if RowHash.hash(of: row) != row.value(11) { findings.append(.row(seq: row.value(0) ?? 0)) }
            }
            return findings
        }
    }

    private mutating func checkChain() throws {
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
        let forks = try session.read { db in
            Set(try Int.fetchAll(db, sql: "SELECT DISTINCT parent FROM action WHERE parent <> seq - 1"))
        }
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
            return report.findings.append(column == "payload" ? .payload(seq: seq) : .patch(seq: seq))
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

    /// Compares sums of hashes, so that the order of the rows and the number of actions do not matter.
    private mutating func checkIndex() throws {
        var expected = 0
        try session.forEachAction { record in
            for pointer in Set(record.patch?.pointers ?? []) {
                expected &+= Self.hash(pointer.indexText, record.seq)
            }
            return true
        }
        let found = try session.read { [first] db in
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT text, seq FROM change LEFT JOIN pointer ON pointer.id = change.pointer WHERE seq > ?",
                arguments: [first]
            )
            var sum = 0
            while let row = try rows.next() { sum &+= Self.hash(row.value(0) ?? "", row.value(1) ?? 0) }
            return sum
        }
        if found != expected { report.findings.append(.index) }
    }

    private static func hash(_ pointer: String, _ seq: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(pointer)
        hasher.combine(seq)
        return hasher.finalize()
    }
}
