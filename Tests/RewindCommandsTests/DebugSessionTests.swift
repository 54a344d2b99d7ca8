import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindTerminal

/// The moves of the debugger, compared with the test's model of the session.
@Suite struct DebugSessionTests {
    private func search(_ session: DebugSession) -> DebugSearch {
        DebugSearch(session, ProgressReporter(showsProgress: false))
    }

    @Test(arguments: 0..<6) func `Steps follow one branch in both directions`(seed: UInt64) throws {
        let sample = try DebugSample(seed: seed)
        let session = try sample.open()
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            try session.go(to: random.below(sample.last + 1))
            let (start, way) = (session.at, sample.way(to: session.tip))
            let index = try #require(way.firstIndex(of: start))
            let count = 1 + random.below(6)
            let forward = try session.step(.forward, count)
            #expect(forward == min(count, way.count - 1 - index))
            #expect(session.at == way[index + forward])
            #expect(try session.step(.back, forward + 2) == min(index + forward, forward + 2))
            #expect(session.at == way[max(0, index - 2)])
            #expect(try session.neighbor(.back) == (session.at == 0 ? nil : sample.actions[session.at].parent))
        }
    }

    @Test(arguments: 0..<6) func `Running stops at breakpoints, watches and visible actions in both directions`(
        seed: UInt64
    ) throws {
        let sample = try DebugSample(seed: seed)
        let session = try sample.open()
        let condition = try ProgressReporter(showsProgress: false).condition(LazyArgument(argument: "at('/n') = 2"))
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            try session.go(to: random.below(sample.last + 1))
            let way = sample.way(to: session.tip)
            let index = try #require(way.firstIndex(of: session.at))
            func changes(_ seq: Int, _ key: String) -> (Tree?, Tree?) {
                (sample.actions[sample.actions[seq].parent].state[[key]], sample.actions[seq].state[[key]])
            }
            let kinds: [(DebugStop.Kind, (Int) -> Bool)] = [
                (.type("A*"), { sample.actions[$0].type == "Add" }),
                (.value(["text"]), { changes($0, "text").0 != changes($0, "text").1 }),
                (.condition(condition), { changes($0, "n").1 == 2 && changes($0, "n").0 != 2 }),
            ]
            for (kind, isHit) in kinds {
                let stop = DebugStop(number: 1, kind: kind)
                let next = way[(index + 1)...].first { isHit($0) }
                let last = way[..<index].last { $0 > 0 && isHit($0) }
                #expect(try search(session).nextHit(.forward, of: [stop])?.seq == next, "\(stop.text)")
                #expect(try search(session).nextHit(.back, of: [stop])?.seq == last, "\(stop.text)")
            }
            let all = kinds.map { DebugStop(number: 1, kind: $0.0) }
            let nearest = way[(index + 1)...].first { seq in kinds.contains { $0.1(seq) } }
            #expect(try search(session).nextHit(.forward, of: all)?.seq == nearest)
            let isLoud = { (seq: Int) in !["Loading", "Tick"].contains(sample.actions[seq].type) }
            #expect(
                try search(session).nextOfNote(.forward, hiding: ["Add"])
                    == way[(index + 1)...].first { isLoud($0) && sample.actions[$0].type != "Add" }
            )
            #expect(try search(session).nextOfNote(.back, hiding: []) == way[..<index].last { $0 == 0 || isLoud($0) })
        }
    }

    @Test(arguments: 0..<4) func `The writers of an element are found even if it moved`(seed: UInt64) throws {
        let sample = try DebugSample(seed: seed, count: 80, branches: false)
        let session = try sample.open()
        guard case .array(let list)? = sample.actions[sample.last].state[["list"]] else { return }
        for (index, element) in list.enumerated() {
            try session.go(to: sample.last)
            let writer = try search(session).writer(.back, of: ["list", String(index)])
            guard case .integer(let seq)? = element[["id"]] else { continue }
            // The last action may itself be the writer.
            if Int(seq) < sample.last { #expect(writer?.seq == Int(seq)) }
        }
        try session.go(to: 0)
        let next = sample.actions.indices.dropFirst().first {
            sample.actions[$0].state[["n"]] != sample.actions[0].state[["n"]]
        }
        #expect(try search(session).writer(.forward, of: ["n"])?.seq == next)
    }

    @Test func `A search finds the nearest text in both directions`() throws {
        let sample = try DebugSample(seed: 9, count: 900)
        let session = try sample.open()
        for start in [0, 300, 899] {
            try session.go(to: start)
            let (next, last) = (start + 1...900, 0...max(0, start - 1))
            let texts = sample.actions.map { $0.state[["text"]] }
            let isHit = { (seq: Int) in texts[seq] != texts[sample.actions[seq].parent] }
            #expect(try search(session).find("日本", .forward)?.seq == next.first(where: isHit))
            #expect(try search(session).find("日本", .back)?.seq == last.last(where: isHit))
            #expect(try search(session).find("nowhere at all", .back) == nil)
        }
    }

    @Test func `Moves can be undone and redone`() throws {
        let session = try DebugSample(seed: 1).open()
        for seq in [10, 20, 30] { try session.go(to: seq) }
        #expect(try session.retrace(-1) && session.at == 20)
        #expect(try session.retrace(-1) && session.at == 10)
        #expect(try session.retrace(1) && session.at == 20)
        try session.go(to: 5)
        #expect(try !session.retrace(1))
        #expect(try session.retrace(-9) && session.at == 60)
    }
}
