import Foundation
import RewindSession
import RewindTimeline
import RewindTree

extension SessionCheck {
    /// Checks that each action leads from one state to the next.
    mutating func checkStates() throws {
        let last = try session.lastSeq()
        let snapshots = Set(try session.snapshots())
        report.snapshots = snapshots.count
        report.findings += snapshots.filter { $0 < first || $0 > last }.map { .strandedSnapshot(seq: $0) }
        guard snapshots.contains(first) else { return report.findings.append(.noInitialState) }
        var cursor = try StateCursor(session)
        try compare(&cursor, withSnapshotOf: first)
        try session.forEachRow(.record) { row in
            let seq = row.seq
            let entry = Result { try row.record }
            guard report.findings.count < Self.findingsLimit else { return false }
            guard seq > first else {
                report.findings.append(.strandedAction(seq: seq))
                return true
            }
            try SessionProgress.step(.checkingStates, report.actions, of: last - first, progress)
            report.actions += 1
            guard seq == first + report.actions else {
                report.findings.append(.gap(before: seq))
                return false
            }
            if let finding = try pass(entry, seq, &cursor) {
                report.findings.append(finding)
                if cursor.seq < seq { cursor.skip(seq) }
            } else if snapshots.contains(seq) {
                try compare(&cursor, withSnapshotOf: seq)
            }
            return true
        }
    }

    /// Advances over an action, and returns the finding if it is damaged.
    private mutating func pass(
        _ entry: Result<ActionRecord, any Error>,
        _ seq: Int,
        _ cursor: inout StateCursor
    ) throws -> Finding? {
        let record: ActionRecord
        do {
            record = try entry.get()
        } catch SessionError.damaged(_, .malformed("action", let column, _)),
            SessionError.damaged(_, .tooDeep("action", let column, _))
        {
            return switch column {
            case "payload": .payload(seq: seq)
            case "patch": .patch(seq: seq)
            default: .value(table: "action", column: column, row: seq)
            }
        } catch SessionError.damaged {
            // A chunk is not readable, and the error does not show which of the two contains it.
            return (try? session.patch(seq)) != nil ? .payload(seq: seq) : .patch(seq: seq)
        }
        guard try EffectRules.isPossible(causeOf: record, in: session) else { return .actionCause(seq: seq) }
        if let patch = record.patch { index.add(patch, seq: seq) }
        do {
            let transition = try cursor.pass(record)
            // The state after an action with a pruned parent is stored as a snapshot.
            return record.patch != nil && transition.after == nil ? .patch(seq: seq) : nil
        } catch SessionError.damaged(_, .malformed("action", "parent", _)) {
            return .parent(seq: seq, parent: record.parent)
        } catch SessionError.damaged(_, .patchDoesNotApply) {
            return .patch(seq: seq)
        }
    }

    private mutating func compare(_ cursor: inout StateCursor, withSnapshotOf seq: Int) throws {
        guard let snapshot = try session.snapshot(seq) else { return }
        digests.makeRoom(for: try session.snapshotLength(seq) ?? 0)
        if try cursor.state != snapshot || digests.digest(of: snapshot).data != session.snapshotHash(seq) {
            report.findings.append(.snapshot(seq: seq))
        }
        cursor.take(snapshot)
    }
}
