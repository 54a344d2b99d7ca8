import Foundation
import RewindSession
import RewindTimeline
import RewindTree

extension SessionCheck {
    /// Checks that each action leads from one state to the next.
    mutating func checkStates() throws {
        let last = try session.lastSeq()
        let snapshots = try session.read { db in
            Set(try db.fetchAll(Int.self, "SELECT seq FROM snapshot"))
        }
        report.snapshots = snapshots.count
        report.findings += snapshots.filter { $0 < first || $0 > last }.map { .strandedSnapshot(seq: $0) }
        guard snapshots.contains(first), let initial = try session.snapshot(first) else {
            report.findings.append(.noInitialState)
            return
        }
        let forks = Set(try session.branches().map(\.parent))
        state = initial
        try compare(with: initial, seq: first)
        if forks.contains(first) { states[first] = initial }
        try session.forEachRow(.record) { row in
            let seq = row.seq
            let entry = Result { try row.record }
            guard report.findings.count < Self.findingsLimit else { return false }
            guard seq > first else {
                report.findings.append(.strandedAction(seq: seq))
                return true
            }
            if report.actions % SessionProgress.stride == 0 {
                try progress(SessionProgress(.checkingStates, done: report.actions, of: last - first))
            }
            report.actions += 1
            guard seq == first + report.actions else {
                report.findings.append(.gap(before: seq))
                return false
            }
            try checkAction(seq, entry, hasSnapshot: snapshots.contains(seq))
            if forks.contains(seq) { states.updateValue(state, forKey: seq) }
            return true
        }
    }

    private mutating func checkAction(
        _ seq: Int,
        _ entry: Result<ActionRecord, any Error>,
        hasSnapshot: Bool
    ) throws {
        let record: ActionRecord
        do {
            record = try entry.get()
        } catch SessionError.damaged(_, .malformed("action", let column, _)),
            SessionError.damaged(_, .tooDeep("action", let column, _))
        {
            switch column {
            case "payload": return report.findings.append(.payload(seq: seq))
            case "patch": return report.findings.append(.patch(seq: seq))
            default: return report.findings.append(.value(table: "action", column: column, row: seq))
            }
        } catch SessionError.damaged {
            // A chunk cannot be read, and the error does not say which of the two holds it.
            let isStepReadable = (try? session.patch(seq)) != nil
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
            index.add(patch, seq: seq)
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
        let hash: Data? = try session.read { db in
            try db.fetchOne("SELECT hash FROM snapshot WHERE seq = ?", [seq]) { $0.value(0) }
        }
        digests.makeRoom(for: try session.snapshotLength(seq) ?? 0)
        if state != snapshot || digests.digest(of: snapshot).data != hash {
            report.findings.append(.snapshot(seq: seq))
        }
        // From here on the tree of the snapshot serves, so that the next comparison meets shared nodes.
        state = snapshot
    }
}
