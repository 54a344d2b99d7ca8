import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct CutTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var part: URL { folder.session("b.rewind") }

    private func cut(_ timeline: Timeline, _ first: Int, _ last: Int) throws -> SessionCut.Report {
        try SessionCut.run(timeline, from: first, to: last, to: part)
    }

    @Test(
        arguments: Thoroughness.first(2, of: UInt64(1)...16)
    )
    func `A part has the states, differences and writers of the whole session`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        var session = BranchingSession(
            seed: seed,
            count: 200,
            branching: [2, 8, 30, 300][Int(seed % 4)],
            losing: [3, 12, 60][Int(seed % 3)]
        )
        session.addEffects(seed: seed)
        try session.write(to: url, facts: ["app": "Sample", "redaction": "keys"])
        try SQL.execute(
            "INSERT INTO bookmark VALUES ('a', 50, 'why', 1), ('b', 120, NULL, 2), ('c', 121, NULL, 2)",
            in: url
        )
        for _ in 0..<6 {
            let whole = try Timeline(opening: url)
            defer { whole.session.close() }
            let first = 1 + random.below(200)
            let last = first + random.below(201 - first)
            defer { try? FileManager.default.removeItem(at: part) }
            let parent = session.records[first - 1].parent
            guard try whole.gap(endingWith: parent) == nil else {
                #expect(throws: CutError.self) { try cut(whole, first, last) }
                #expect(try folder.contents == ["a.rewind"])
                continue
            }
            let report = try cut(whole, first, last)
            #expect(report.actions == last - first + 1)
            let made = try Timeline(opening: part)
            defer { made.session.close() }
            #expect(try SessionCheck.run(made.session).findings == [])
            try expect(made, toBe: first...last, of: whole, session)
            let facts = try made.session.facts()
            #expect(facts["part_of"] == "a.rewind" && facts["app"] == "Sample" && facts["redaction"] == "keys")
            let marks = try whole.session.bookmarks().compactMap { mark -> Bookmark? in
                if mark.seq == parent { return Bookmark(name: mark.name, seq: first - 1, note: mark.note, at: mark.at) }
                return (first...last).contains(mark.seq) ? mark : nil
            }
            #expect(Set(try made.session.bookmarks()) == Set(marks))
        }
    }

    private func expect(
        _ made: Timeline,
        toBe seqs: ClosedRange<Int>,
        of whole: Timeline,
        _ session: BranchingSession
    ) throws {
        let start = seqs.lowerBound - 1
        #expect((made.first, made.last) == (start, seqs.upperBound))
        #expect(try made.state(at: start) == session.states[session.records[start].parent])
        #expect(try made.session.effectLines() == session.effects?.lines(from: start, through: seqs.upperBound))
        var orphans: Set<Int> = []
        var lost: Set<Int> = []
        for seq in seqs {
            let record = session.records[seq - 1]
            let found = try #require(try made.session.action(seq))
            #expect((found.type, found.at, found.status) == (record.type, record.at, record.status))
            #expect(found.cause == record.cause)
            #expect(found.payload == record.payload && found.patch?.tree == record.patch?.tree)
            let isOutside = seq != seqs.lowerBound && !seqs.contains(record.parent)
            if isOutside || orphans.contains(record.parent) { orphans.insert(seq) }
            if record.patch == nil, isOutside || lost.contains(record.parent) { lost.insert(seq) }
            guard !lost.contains(seq) else { continue }
            #expect(try made.state(at: seq) == session.states[seq], "state \(seq)")
            guard !isOutside, !lost.contains(record.parent) else { continue }
            let parent = try made.parent(of: seq)
            #expect(try made.difference(from: parent, to: seq) == whole.difference(from: record.parent, to: seq))
            for pointer in (record.patch?.pointers ?? []).prefix(3) where !orphans.contains(seq) {
                guard let own = try made.blame(pointer, at: seq), let write = try whole.blame(pointer, at: seq) else {
                    continue
                }
                if seqs.contains(write.seq) { #expect(own == write) } else { #expect(own.seq <= start) }
            }
        }
    }

    @Test func `A part can be cut from a part and from a pruned session`() throws {
        try BranchingSession(parents: Array(0..<100)).write(to: url)
        let whole = try Timeline(opening: url)
        _ = try cut(whole, 20, 80)
        let made = try Timeline(opening: part)
        let third = folder.session("c.rewind")
        let report = try SessionCut.run(made, from: 40, to: 60, to: third)
        #expect(report.actions == 21)
        let last = try Timeline(opening: third)
        #expect(try SessionCheck.run(last.session).findings == [])
        #expect(try (39...60).map { try last.state(at: $0) } == (39...60).map { ["n": .integer(Int64($0))] })
        #expect(try last.session.facts()["part_of"] == "b.rewind")
        #expect(throws: CutError.noActions(from: 19, to: 30)) {
            try SessionCut.run(made, from: 19, to: 30, to: folder.session("d.rewind"))
        }
    }

    @Test func `Cutting overwrites no file and leaves none when it is stopped`() throws {
        try BranchingSession(parents: Array(0..<600)).write(to: url)
        let whole = try Timeline(opening: url)
        #expect(throws: SessionError.alreadyExists(path: url.path)) {
            try SessionCut.run(whole, from: 1, to: 9, to: url)
        }
        #expect(throws: CancellationError.self) {
            try SessionCut.run(whole, from: 1, to: 600, to: part) { if $0.done == 512 { throw CancellationError() } }
        }
        #expect(throws: CutError.noActions(from: 9, to: 8)) { try cut(whole, 9, 8) }
        #expect(throws: CutError.noActions(from: 9, to: 601)) { try cut(whole, 9, 601) }
        #expect(try folder.contents == ["a.rewind"])
    }
}
