import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads) struct HistoryTests {
    private let folder = TemporaryFolder()

    private func session(_ sample: InspectedSample) async throws -> InspectedSession {
        try sample.write(to: folder.session())
        let session = InspectedSession(id: 0, url: folder.session(), file: "a.rewind", app: InspectedApp())
        try await session.adopt(ColumnReader.reading(folder.session(), of: InspectedApp()))
        return session
    }

    /// Returns the actions on the way to `tip` that gave a member another value, latest first.
    private func writes(of pointer: Pointer, to tip: Int, in sample: InspectedSample) -> [Int] {
        var (seqs, seq) = ([Int](), tip)
        while seq > 0 {
            let parent = sample.records[seq - 1].parent
            if sample.states[seq][pointer] != sample.states[parent][pointer] { seqs.append(seq) }
            seq = parent
        }
        return seqs + (sample.states[0][pointer] == nil ? [] : [0])
    }

    @Test(arguments: Thoroughness.first(4, of: 0..<20 as Range<UInt64>))
    func `A history has the values before and after an action of a branch, a page at a time`(seed: UInt64) async throws
    {
        let sample = InspectedSample(seed: seed, count: 200)
        let session = try await session(sample)
        var random = SplitMix64(seed: seed)
        for pointer in [["loading"], ["home"], ["more"], ["error"], []] as [Pointer] {
            let tip = 1 + random.below(200)
            let all = writes(of: pointer, to: tip, in: sample)
            var way = [tip]
            while let first = way.last, first > 0 { way.append(sample.records[first - 1].parent) }
            let at = random.pick(way)
            let (count, later) = (1 + random.below(6), random.below(6))
            var question = History(JSONPointer(pointer), through: PointInTime(seq: at), limit: count, latestFirst: true)
            (question.later, question.toward) = (later, PointInTime(seq: tip))
            let answer = try await session.answer(question)
            let (older, newer) = (all.filter { $0 <= at }, all.filter { $0 > at })
            #expect(answer.writes.map(\.seq) == newer.suffix(later) + older.prefix(count), "\(pointer) at \(at)")
            #expect(answer.hasEarlier == (older.count > count))
            #expect(answer.hasLater == (later > 0 && newer.count > later))

            // A page starts with the last write of the page before.
            var (found, edge) = (answer.writes.map(\.seq), answer.writes.last)
            while let last = edge {
                let next = History(last.pointer, through: PointInTime(seq: last.seq), limit: 4, latestFirst: true)
                let page = try await session.answer(next).writes
                #expect(page.first?.seq == last.seq)
                found += page.dropFirst().map(\.seq)
                edge = page.count > 1 ? page.last : nil
            }
            #expect(found == newer.suffix(later) + older)

            let start = random.below(at + 1)
            let (from, through) = (PointInTime(seq: start), PointInTime(seq: at))
            let part = History(JSONPointer(pointer), from: from, through: through, latestFirst: true)
            #expect(try await session.answer(part).writes.map(\.seq) == older.filter { $0 >= start })
        }
    }

    @Test func `The values of an expression are answered as those of a pointer are`() async throws {
        let states: [Tree] = (0...20).map { ["n": .integer(Int64($0 / 5)), "name": .string("n\($0 / 10)")] }
        try BranchingSession(states: states).write(to: folder.session())
        try await SampleServer.run([folder.session()]) { server in
            func series(_ query: String) throws -> NSDictionary {
                try server.json("/api/0/series?tip=20&" + query) as NSDictionary
            }
            func points(_ series: NSDictionary) throws -> [String] {
                try #require(series["values"] as? [[Any]]).map {
                    "\($0[0]): \(try #require($0[1] as? [String: String])["text"] ?? "")"
                }
            }
            #expect(try series("expr=at(%27/n%27)") == series("pointer=/n"))
            #expect(try series("expr=at(%27/name%27)&from=3&to=12") == series("pointer=/name&from=3&to=12"))
            let half = try series("expr=at(%27/n%27)*0.5&points=50")
            #expect(try points(half) == ["0: 0.0", "5: 0.5", "10: 1.0", "15: 1.5", "20: 2.0"])
            #expect(half["exact"] as? Bool == true)
            let sampled = try series("expr=seq&points=5")
            #expect(try points(sampled) == ["0: 0", "5: 5", "10: 10", "15: 15", "20: 20"])
            #expect(sampled["exact"] as? Bool == false)
            let refused = try server.get("/api/0/series?tip=20&expr=at(")
            #expect(refused.isRefusal)
        }
    }
}
