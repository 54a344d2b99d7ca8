import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct PruningTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private static let random = SampleSession(seed: 77, count: 300)

    /// Checks everything that a reader returns for the sample from the first state on.
    private func expectExact(_ sample: SampleSession, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        let first = try reader.firstSeq()
        let last = try reader.lastSeq()
        var state = try #require(try reader.snapshot(first), sourceLocation: sourceLocation)
        #expect(state == sample.states[first], "the first state, \(first)", sourceLocation: sourceLocation)
        for seq in first..<last {
            let record = try #require(try reader.action(seq + 1), "action \(seq + 1)", sourceLocation: sourceLocation)
            #expect(record.isSame(as: sample.records[seq]), "action \(seq + 1)", sourceLocation: sourceLocation)
            state = try state.applying(try #require(record.patch, sourceLocation: sourceLocation))
            #expect(state == sample.states[seq + 1], "state \(seq + 1)", sourceLocation: sourceLocation)
        }
        #expect(try reader.action(first) == nil, sourceLocation: sourceLocation)
        let effects = sample.effects?.lines(from: first) ?? []
        #expect(try reader.effectLines() == effects, sourceLocation: sourceLocation)
        #expect(try SessionCheck.run(reader).findings == [], sourceLocation: sourceLocation)
    }

    private func expectNothingLeftOver(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let chunks = try ChunkScan(url)
        #expect(chunks.stored == chunks.needed, sourceLocation: sourceLocation)
        for unused in [
            "SELECT count(*) FROM action_type WHERE id NOT IN (SELECT type FROM action)",
            "SELECT count(*) FROM pointer WHERE id NOT IN (SELECT pointer FROM change)",
            "SELECT count(*) FROM change WHERE seq NOT IN (SELECT seq FROM action)",
        ] {
            #expect(try SQL.column(unused, in: url) == ["0"], "\(unused)", sourceLocation: sourceLocation)
        }
    }

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(1)...8)
    )
    func `A pruned recording is exact from its first state on, without gaps or leftovers`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var sample = SampleSession(seed: seed, count: 300)
        sample.addEffects(seed: seed)
        let session = try BoundedSession(sample, at: url)
        var retention = Retention()
        if seed % 3 != 0 { retention.maxActions = 20 + random.below(100) }
        if seed % 3 != 1 { retention.maxBytes = 150_000 + random.below(300_000) }
        if seed % 4 == 0 { retention.maxAge = Int64(30 + random.below(150)) * 1_000 }
        while session.written < sample.records.count {
            try session.write(1 + random.below(40))
            try session.prune(keeping: retention)
            if random.below(6) == 0 {
                let chunks = try ChunkScan(url)
                #expect(chunks.needed.isSubset(of: chunks.stored))
            }
        }
        try session.writer.close()
        try expectExact(sample)
        try expectNothingLeftOver()
        let kept = try #require(try session.seqs)
        #expect(kept.lowerBound > 1)
    }

    @Test(arguments: Thoroughness.first(2, of: [1, 256, 64, 100, 1_000]))
    func `A recording keeps at most the given number of actions, and at least half of it`(limit: Int) throws {
        let sample = SampleSession(states: (0...max(1_200, limit * 2 + 600)).map { ["n": .integer(Int64($0))] })
        let session = try BoundedSession(sample, at: url)
        let retention = Retention(maxActions: limit)
        #expect(retention.snapshotInterval <= 256)
        var isPruned = false
        // Before the first check, the limit has no effect, and snapshots are farther apart.
        try session.write(20)
        try session.prune(keeping: retention)
        try session.writeAll(batch: 20, keeping: retention) {
            let seqs = try session.seqs
            let first = try SQL.column("SELECT min(seq) FROM snapshot", in: url).compactMap { Int($0) }[0]
            let count = session.written - first
            #expect(seqs.map { $0.lowerBound } ?? first + 1 == first + 1)
            #expect(count <= max(limit, retention.snapshotInterval - 1), "at \(session.written)")
            isPruned = isPruned || first > 0
            if isPruned, limit >= 256 { #expect(count >= limit / 2, "at \(session.written)") }
        }
        #expect(isPruned)
        try session.writer.close()
        try expectExact(sample)
        try expectNothingLeftOver()
    }

    @Test func `A recording keeps no action older than the limit, and at least half of that time`() throws {
        // Actions are a millisecond apart.
        let sample = SampleSession(states: (0...3_000).map { ["n": .integer(Int64($0))] })
        let session = try BoundedSession(sample, at: url)
        let retention = Retention(maxAge: 1_000_000)
        try session.writeAll(batch: 50, keeping: retention) {
            let first = try #require(try session.seqs).lowerBound
            #expect(session.written - first <= 1_000)
            if first > 1 { #expect(session.written - first >= 494) }
        }
        try session.writer.close()
        try expectExact(sample)
    }

    @Test func `The newest snapshot and the actions after it are kept, however old they are`() throws {
        let sample = SampleSession(states: (0...600).map { ["n": .integer(Int64($0))] })
        let session = try BoundedSession(sample, at: url)
        try session.write(600)
        try session.writer.prune(keeping: Retention(maxAge: 1), now: .max)
        #expect(try session.seqs == 513...600)
        try session.writer.prune(keeping: Retention(maxActions: 0), now: .max)
        #expect(try session.seqs == 513...600)
        try session.writer.close()
        try expectExact(sample)
    }

    @Test func `A recording may end with its first state`() throws {
        let sample = SampleSession(states: (0...256).map { ["n": .integer(Int64($0))] })
        let session = try BoundedSession(sample, at: url)
        try session.write(256)
        try session.prune(keeping: Retention(maxActions: 10))
        try session.writer.close()
        let reader = try SessionReader(opening: url)
        #expect(try reader.firstSeq() == 256)
        #expect(try reader.lastSeq() == 256)
        #expect(try reader.snapshot(256) == sample.states[256])
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test func `A recording uses at most the given number of bytes, and a good part of it`() throws {
        let sample = SampleSession(
            states: (0...3_000).map { n in
                ["n": .integer(Int64(n)), "text": .string(String(repeating: "\(n) ", count: 100 + n % 300))]
            }
        )
        let session = try BoundedSession(sample, at: url)
        let retention = Retention(maxBytes: 1_000_000)
        try session.writeAll(batch: 10, keeping: retention) {
            let used = try usedBytes()
            // Bytes are counted after 64 actions, of up to 2 KB each.
            #expect(used <= 1_150_000, "at \(session.written)")
            // Snapshots are 256 actions apart.
            if session.written > 2_000 { #expect(used >= 300_000, "at \(session.written)") }
        }
        try session.writer.close()
        #expect(try Data(contentsOf: url).count <= 1_400_000)
        try expectExact(sample)
        try expectNothingLeftOver()
    }

    @Test func `One state may be larger than the limit`() throws {
        let pad = Tree(
            elements: (0..<400).map { ["id": .integer($0), "text": .string(String(repeating: "\($0)", count: 900))] }
        )
        let sample = SampleSession(states: (0...1_500).map { ["n": .integer(Int64($0)), "pad": pad] })
        let session = try BoundedSession(sample, at: url)
        let alone = try usedBytes()
        try session.writeAll(batch: 50, keeping: Retention(maxBytes: 100_000)) {
            let used = try usedBytes()
            // The state, an eighth of it, and 320 actions.
            #expect(used <= alone + alone / 8 + 200_000)
        }
        let kept = try #require(try session.seqs)
        #expect(kept.lowerBound > 256)
        try session.writer.close()
        try expectExact(sample)
    }

    private func usedBytes() throws -> Int {
        let pages = try SQL.rows(
            "SELECT page_count, freelist_count, page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
            in: url
        )[0].compactMap { Int($0) }
        return (pages[0] - pages[1]) * pages[2]
    }

    @Test func `The file does not grow with the recording`() throws {
        func size(of count: Int, _ name: String, keeping retention: Retention) throws -> (open: Int, closed: Int) {
            let url = folder.session(name)
            let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
            try writer.write { try $0.setInitialState(["n": 0, "list": []]) }
            var largest = 0
            for start in stride(from: 1, through: count, by: 250) {
                try writer.write { transaction in
                    for seq in start..<start + 250 {
                        let record = ActionRecord(
                            seq: seq,
                            parent: seq - 1,
                            at: Int64(seq),
                            type: "Type \(seq / 1_000)",
                            payload: ["by": .integer(Int64(seq))],
                            patch: Patch([.replace(["n"], .integer(Int64(seq))), .add(["m\(seq % 5_000)"], 1)])
                        )
                        try transaction.append(record, state: ["n": .integer(Int64(seq)), "list": []])
                    }
                }
                try writer.prune(keeping: retention, now: 0)
                largest = max(largest, try Data(contentsOf: url).count)
            }
            try writer.close()
            return (largest, try Data(contentsOf: url).count)
        }
        let short = try size(of: 1_000, "short.rewind", keeping: Retention())
        let count = Thoroughness.count(20_000, orInFull: 50_000)
        let long = try size(of: count, "long.rewind", keeping: Retention(maxActions: 1_000))
        #expect(long.open <= short.closed * 2)
        #expect(long.closed * 3 <= short.closed * 4)
    }

    @Test func `The disk space of one large state is released`() throws {
        let small: Tree = ["n": 0]
        let large = Tree(elements: (0..<2_000).map { .string(String(repeating: "\($0) ", count: 500)) })
        let states = [small, ["big": large]] + (0...600).map { ["n": .integer(Int64($0))] }
        let session = try BoundedSession(SampleSession(states: states), at: url)
        try session.writeAll(keeping: Retention(maxActions: 100))
        try session.writer.close()
        #expect(try Data(contentsOf: url).count < 200_000)
        try expectExact(session.sample)
    }

    @Test(arguments: Thoroughness.first(2, of: ["chunk", "action", "snapshot", "change"]))
    func `A pruning step that fails leaves the session unchanged`(table: String) throws {
        let sample = Self.random
        let session = try BoundedSession(sample, at: url)
        let retention = Retention(maxActions: 100)
        try session.prune(keeping: retention)
        try session.write(200)
        let before = try SQL.rows("SELECT * FROM \(table)", in: url)
        let stop = "CREATE TRIGGER stop BEFORE DELETE ON \(table) BEGIN SELECT RAISE(ABORT, 'stop'); END"
        try SQL.execute(stop, in: url)
        #expect(throws: SessionError.system(path: url.path, reason: "stop")) { try session.prune(keeping: retention) }
        #expect(throws: SessionError.system(path: url.path, reason: "stop")) { try session.prune(keeping: retention) }
        #expect(try SQL.rows("SELECT * FROM \(table)", in: url) == before)
        #expect(try session.seqs == 1...200)
        try session.write(50)
        try SQL.execute("DROP TRIGGER stop", in: url)
        try session.prune(keeping: retention)
        let kept = try #require(try session.seqs)
        #expect(kept.lowerBound > 100)
        try session.write(50)
        try session.writer.close()
        try expectExact(sample)
        try expectNothingLeftOver()
    }

    @Test func `Pruning continues after a transaction that was rolled back`() throws {
        struct Stop: Error {}
        let sample = Self.random
        let session = try BoundedSession(sample, at: url)
        while session.written < sample.records.count {
            let start = session.written
            #expect(throws: Stop.self) {
                try session.writer.write { transaction in
                    for record in sample.records[start..<min(start + 90, sample.records.count)] {
                        try transaction.append(record, state: sample.states[record.seq])
                    }
                    throw Stop()
                }
            }
            try session.write(30)
            try session.prune(keeping: Retention(maxActions: 100))
        }
        try session.writer.close()
        try expectExact(sample)
        try expectNothingLeftOver()
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...4))
    func `A pruned recording is complete after its process was killed`(seed: UInt64) throws {
        let original = folder.session("b.rewind")
        let sample = SampleSession(seed: seed, count: 400)
        let session = try BoundedSession(sample, at: original)
        try session.prune(keeping: Retention(maxActions: 80))
        try session.write(100 + Int(seed) * 50)
        try session.prune(keeping: Retention(maxActions: 80))
        try session.write(7)
        // The files that a killed process leaves, and an action that only the side file has.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: original.path + suffix, toPath: url.path + suffix)
        }
        let last = session.written
        let line = CrashLogLine(ticket: last + 1, at: 1, type: "Fatal", coder: .codable, payload: nil)
        try Data(line.bytes).write(to: URL(filePath: url.path + "-began"))
        try session.writer.close()
        let reader = try SessionReader(opening: url)
        #expect(try reader.lastSeq() == last + 1)
        #expect(try reader.firstSeq() > 0)
        #expect(try SessionCheck.run(reader).findings == [])
        let first = try reader.firstSeq()
        #expect(try reader.snapshot(first) == sample.states[first])
        reader.close()
        // The next pruning removes the remains.
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 80), now: 0)
        try expectNothingLeftOver()
    }

    @Test func `A recording killed right after its first state gets the next action`() throws {
        let session = try BoundedSession(SampleSession(states: (0...256).map { [.integer(Int64($0))] }), at: url)
        try session.write(256)
        try session.prune(keeping: Retention(maxActions: 10))
        try session.writer.close(isComplete: false)
        let line = CrashLogLine(ticket: 257, at: 1, type: "Fatal", coder: .codable, payload: nil)
        try Data(line.bytes).write(to: URL(filePath: url.path + "-began"))
        let reader = try SessionReader(opening: url)
        #expect(try reader.action(257)?.status == .began)
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test func `A reader sees the recording as it was when the reader opened it`() throws {
        let sample = SampleSession(seed: 9, count: 400)
        let session = try BoundedSession(sample, at: url)
        try session.write(200)
        let reader = try SessionReader(opening: url)
        try session.writeAll(keeping: Retention(maxActions: 64))
        #expect(try reader.firstSeq() == 0)
        #expect(try reader.action(1)?.isSame(as: sample.records[0]) == true)
        #expect(try reader.snapshot(0) == sample.states[0])
        reader.close()
        try session.writer.close()
        try expectExact(sample)
    }
}

extension CrashLogLine {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }
}
