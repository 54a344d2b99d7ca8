import Foundation
import RewindSession
import RewindTree

/// A recording of a sample that is pruned after every batch, as in an app with limits.
package final class BoundedSession {
    package let sample: SampleSession
    package let url: URL
    package let writer: SessionWriter
    package private(set) var written = 0

    package init(_ sample: SampleSession, at url: URL) throws {
        self.sample = sample
        self.url = url
        writer = try SessionWriter(creating: url, facts: sample.facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(sample.states[0])
            try sample.effects?.append(after: 0, to: transaction)
        }
    }

    /// Writes up to `count` more actions.
    package func write(_ count: Int) throws {
        let end = min(written + count, sample.records.count)
        try writer.write { transaction in
            for record in sample.records[written..<end] {
                try transaction.append(record, state: sample.states[record.seq])
                try sample.effects?.append(after: record.seq, to: transaction)
            }
        }
        written = end
    }

    /// Writes all remaining actions, `batch` actions per transaction, and prunes and calls `look` after each
    /// transaction.
    package func writeAll(batch: Int = 20, keeping retention: Retention, _ look: () throws -> Void = {}) throws {
        while written < sample.records.count {
            try write(batch)
            try prune(keeping: retention)
            try look()
        }
    }

    package func prune(keeping retention: Retention) throws {
        try writer.prune(keeping: retention, now: now)
    }

    /// The time of the last action.
    package var now: Int64 { written > 0 ? sample.records[written - 1].at : 0 }

    /// The seqs of the actions in the file.
    package var seqs: ClosedRange<Int>? {
        get throws {
            let row = try SQL.rows("SELECT min(seq), max(seq), count(*) FROM action", in: url)[0].compactMap { Int($0) }
            guard row.count == 3 else { return nil }
            return row[1] - row[0] + 1 == row[2] ? row[0]...row[1] : nil
        }
    }
}
