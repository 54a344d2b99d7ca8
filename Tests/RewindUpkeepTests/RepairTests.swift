import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var saved: URL { folder.session("b.rewind") }
    private let sample = {
        var sample = SampleSession(seed: 4, count: 300)
        sample.addEffects(seed: 4)
        return sample
    }()

    init() throws {
        try sample.write(to: folder.session())
    }

    /// A simple model of what can be proven of a session with damaged rows and snapshots.
    private struct Oracle {
        var lost: [Int] = []
        var unknown: [Int] = []
        /// The known states of lost actions.
        var stored: Set<Int> = []
        let first: Int
        var last: Int

        init(rows: Set<Int>, snapshots: Set<Int>, count: Int) {
            first = snapshots.min() ?? 0
            lost = first > 0 ? Array(1...first) : []
            last = first
            var isProven = true
            for seq in stride(from: first + 1, through: count, by: 1) {
                if rows.contains(seq) {
                    isProven = isProven || snapshots.contains(seq)
                    if !isProven { unknown.append(seq) }
                    last = seq
                } else {
                    // A state with a snapshot needs no action.
                    isProven = snapshots.contains(seq)
                    if isProven { stored.insert(seq) }
                    lost.append(seq)
                }
            }
        }
    }

    private func snapshots() throws -> Set<Int> {
        Set(try SQL.column("SELECT seq FROM snapshot", in: url).compactMap { Int($0) })
    }

    /// Checks that everything in the new file is true. Returns the seqs of its known states.
    @discardableResult
    private func expectTruth(_ note: String = "") throws -> Set<Int> {
        let timeline = try Timeline(opening: saved)
        #expect(try SessionCheck.run(timeline.session).findings == [], "\(note)")
        let effects = try #require(sample.effects)
        let lines = try timeline.session.effectLines()
        #expect(Set(lines).isSubset(of: effects.lines() + effects.linesWithoutValues), "\(note)")
        var known: Set<Int> = []
        for seq in timeline.first...timeline.last {
            if seq > timeline.first, let row = try timeline.session.action(seq), row.type != "(damaged)" {
                let record = sample.records[seq - 1]
                #expect(row.type == record.type && row.at == record.at, "\(note)")
                #expect(row.payload == nil || row.payload == record.payload, "\(note)")
            }
            guard try seq == timeline.first || timeline.session.isEffectKnown(seq) else { continue }
            known.insert(seq)
            #expect(try timeline.state(at: seq) == sample.states[seq], "\(note), state \(seq)")
        }
        return known
    }

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(0)..<12)
    )
    func `A repair saves everything provable into a sound file and reports the rest`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var rows = Set(1...300)
        var sound = try snapshots()
        #expect(sound.count > 1)
        for _ in 0..<random.below(6) {
            let seq = 1 + random.below(300)
            let last = min(300, seq + (random.below(4) == 0 ? random.below(60) : 0))
            rows.subtract(seq...last)
            let sets = ["patch = '['", "payload = '{}', error = 'x'", "parent = 400", "duration = 77", "type = 77"]
            let sql = random.below(3) == 0 ? "DELETE FROM action" : "UPDATE action SET \(random.pick(sets))"
            try SQL.execute("\(sql) WHERE seq BETWEEN \(seq) AND \(last)", in: url)
        }
        for seq in sound.sorted() where sound.count > 1 && random.below(4) == 0 {
            sound.remove(seq)
            let sql = random.below(2) == 0 ? "DELETE FROM snapshot" : "UPDATE snapshot SET hash = zeroblob(32)"
            try SQL.execute("\(sql) WHERE seq = \(seq)", in: url)
        }
        let expected = Oracle(rows: rows, snapshots: sound, count: 300)
        let before = try Data(contentsOf: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(try Data(contentsOf: url) == before)
        #expect(report.first == expected.first && report.last == expected.last)
        #expect(report.lost.flatMap(Array.init) == expected.lost)
        #expect(report.unknown.flatMap(Array.init) == expected.unknown)
        #expect(report.damagedAt == (expected.lost + expected.unknown).min())
        let isOff = Set(expected.lost + expected.unknown).subtracting(expected.stored)
        let known = Set(expected.first...expected.last).subtracting(isOff).union([expected.first])
        #expect(try expectTruth() == known)
    }

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(0)..<15)
    )
    func `A repair of a file with damaged or missing bytes saves nothing wrong`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var note = ""
        if seed.isMultiple(of: 3) {
            let ids = try SQL.column("SELECT id FROM chunk ORDER BY id", in: url)
            for _ in 0..<3 {
                let id = random.pick(ids)
                try SQL.execute("UPDATE chunk SET body = replace(body, 'a', 'b') WHERE id = \(id)", in: url)
                note += "chunk \(id) "
            }
        } else {
            var data = try Data(contentsOf: url)
            let pages = data.count / 4_096
            for _ in 0...random.below(3) {
                // The first pages hold the schema.
                let page = 8 + random.below(pages - 8)
                switch random.below(3) {
                case 0: data.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: Data(count: 4_096))
                case 1:
                    for _ in 0..<20 { data[page * 4_096 + random.below(4_096)] = UInt8(random.below(256)) }
                default: data[page * 4_096 + random.below(4_096)] ^= UInt8(1 << random.below(8))
                }
                note += "page \(page) "
            }
            if random.below(3) == 0 {
                let length = data.count - random.below(data.count / 2)
                data = data.prefix(length)
                note += "cut to \(length)"
            }
            try data.write(to: url)
        }
        do {
            _ = try SessionRepair.run(SessionRepair.open(url), to: saved)
        } catch is SessionError {
            #expect(try folder.contents == ["a.rewind"], "\(note)")
            return
        }
        try expectTruth(note)
    }

    @Test func `A repair keeps bookmarks and the cursor in place`() throws {
        try SQL.execute("INSERT INTO bookmark VALUES ('early', 0, NULL, 1), ('late', 300, NULL, 1)", in: url)
        try SQL.execute("INSERT INTO session VALUES ('cursor', '20'), ('cursor_tip', '300')", in: url)
        try SQL.execute("DELETE FROM action WHERE seq > 290 OR seq = 280", in: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(report.last == 290 && report.lost == [280...280, 291...300])
        let reader = try SessionReader(opening: saved)
        #expect(try reader.facts()["cursor"] == "20")
        #expect(try reader.facts()["cursor_tip"] == "290")
        #expect(try reader.bookmark("early") == 0)
        #expect(try reader.bookmark("late") == nil)
    }

    @Test func `A repair keeps the first action of a pruned session`() throws {
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 40), now: 0)
        let first = try SessionReader(opening: url).firstSeq()
        #expect(first > 0)
        try SQL.execute("UPDATE action SET patch = '[' WHERE seq = 290", in: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(report.first == first)
        let reader = try SessionReader(opening: saved)
        #expect(try SessionCheck.run(reader).findings == [])
        #expect(try reader.firstSeq() == first)
        #expect(report.lost == [290...290])
        #expect(try reader.lastSeq() == 300)
    }

    @Test func `A repair without any provable state fails and leaves no file`() throws {
        try SQL.execute("UPDATE snapshot SET hash = zeroblob(32)", in: url)
        #expect(throws: SessionError.damaged(path: url.path, .noInitialState)) {
            try SessionRepair.run(SessionReader(opening: url), to: saved)
        }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A repair ends even if a row has an impossible number`() throws {
        try SQL.execute("UPDATE action SET seq = 4000000000000000000 WHERE seq = 300", in: url)
        let report = try SessionRepair.run(SessionReader(opening: url), to: saved)
        #expect(report.last == 299)
        try expectTruth()
    }
}
