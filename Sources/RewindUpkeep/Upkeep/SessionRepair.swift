import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Saves what lies before the damage in a session, into a new file.
package enum SessionRepair {
    /// What was saved and what was lost.
    package struct Report: Sendable {
        /// The seq of the first state.
        package let first: Int
        /// The last action that was saved.
        package let last: Int
        /// The action at which the damage begins; nil where all actions were sound.
        package let damagedAt: Int?
        /// How many actions are lost, as far as the session says how many there were.
        package let lost: Int
    }

    /// Writes everything up to the first damaged action to a new file at `output`; the session stays as it is.
    ///
    /// - Complexity: linear in the size of the file.
    /// - Throws: `SessionError`, `.damaged` when already the first state cannot be read; or what `progress` throws. There
    ///   is no new file then.
    package static func run(
        _ session: SessionReader,
        to output: URL,
        progress: SessionProgress.Handler = { _ in }
    ) throws -> Report {
        var cursor = try StateCursor(session)
        var digests = DigestCache()
        try checkSnapshot(cursor.first.seq, cursor.first.state, in: session, &digests)
        let total = (try? session.lastSeq()).map { $0 - cursor.first.seq }
        let copy = try DerivedSession(of: session, at: output, first: cursor.first.state)
        var damagedAt: Int?
        do {
            while true {
                let seq = cursor.seq + 1
                try cursor.tell(.writing, of: total, progress)
                let next: (record: ActionRecord, state: Tree?)?
                do {
                    next = try sound(&cursor, &digests)
                } catch is SessionError {
                    damagedAt = seq
                    break
                }
                guard let next else { break }
                try copy.append(next.record, state: next.state)
            }
            let last = damagedAt.map { $0 - 1 } ?? cursor.seq
            let kept = cursor.first.seq...last
            try copy.publish(last: last) { kept.contains($0) ? $0 : nil }
            let recorded = try? session.read(SessionFact.logEnd)
            let end = max(last, (try? session.lastSeq()) ?? last, recorded?.last ?? last)
            return Report(
                first: cursor.first.seq,
                last: last,
                damagedAt: damagedAt ?? (end > last ? last + 1 : nil),
                lost: end - last
            )
        } catch {
            copy.discard()
            throw error
        }
    }

    /// The next action, if nothing about it is damaged.
    private static func sound(
        _ cursor: inout StateCursor,
        _ digests: inout DigestCache
    ) throws -> (record: ActionRecord, state: Tree?)? {
        let session = cursor.session
        guard let transition = try cursor.next() else { return nil }
        let seq = transition.record.seq
        let isSound = try session.read { db in
            var bytes: [UInt8] = []
            return try db.fetchOne(RowHash.selectionOfOne, [seq]) { RowHash.hash(of: $0, &bytes).isStored } == true
        }
        guard isSound else {
            throw SessionError.damaged(path: session.path, .malformed(table: "action", column: "hash", row: seq))
        }
        if let state = transition.after { try checkSnapshot(seq, state, in: session, &digests) }
        return (transition.record, transition.after)
    }

    /// Checks the state that the patches lead to against the digest of the one that is stored whole, where one is.
    private static func checkSnapshot(
        _ seq: Int,
        _ state: Tree,
        in session: SessionReader,
        _ digests: inout DigestCache
    ) throws {
        let hash: Data? = try session.read { db in
            try db.fetchOne("SELECT hash FROM snapshot WHERE seq = ?", [seq]) { $0.value(0) }
        }
        guard let hash else { return }
        digests.makeRoom(for: try session.snapshotLength(seq) ?? 0)
        guard digests.digest(of: state).data != hash else { return }
        throw SessionError.damaged(path: session.path, .malformed(table: "snapshot", column: "hash", row: seq))
    }
}
