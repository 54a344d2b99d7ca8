import Foundation
import RewindSession
import RewindTree

/// A recording of a sample that is bounded as an app would bound it: after every batch.
package final class BoundedSession {
    package let sample: SampleSession
    package let url: URL
    package let writer: SessionWriter
    package private(set) var written = 0

    package init(_ sample: SampleSession, at url: URL) throws {
        self.sample = sample
        self.url = url
        writer = try SessionWriter(creating: url, facts: sample.facts, syncs: false)
        try writer.write { try $0.setInitialState(sample.states[0]) }
    }

    /// Writes the next `count` actions, as far as there are any.
    package func write(_ count: Int) throws {
        let end = min(written + count, sample.records.count)
        try writer.write { transaction in
            for record in sample.records[written..<end] {
                try transaction.append(record, state: sample.states[record.seq])
            }
        }
        written = end
    }

    /// Writes all that is left, `batch` actions a transaction, and prunes after each; `look` is called then.
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

    /// The numbers of the actions that are in the file.
    package var seqs: ClosedRange<Int>? {
        get throws {
            let row = try SQL.rows("SELECT min(seq), max(seq), count(*) FROM action", in: url)[0].compactMap { Int($0) }
            guard row.count == 3 else { return nil }
            return row[1] - row[0] + 1 == row[2] ? row[0]...row[1] : nil
        }
    }
}
