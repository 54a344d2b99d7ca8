import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline
@testable import RewindUpkeep

/// Values, states and writes, compared with a full replay of the patches.
@Suite struct SeekingTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    static let sessions: [BranchingSession] =
        (UInt64(1)...3).map { BranchingSession(seed: $0, count: 320, branching: 20) }
        + (UInt64(1)...3).map { BranchingSession(operationsFrom: $0, count: 320) }
        + [BranchingSession(operationsFrom: 9, count: 600, branching: 400)]

    /// Returns pointers that exist in one of the states, mostly not in all, and some that do not exist.
    private func pointers(in session: BranchingSession, _ random: inout SplitMix64, count: Int) -> [Pointer] {
        (0..<count).map { _ in
            let pointer = random.pick(random.pick(session.states).pointers)
            switch random.below(12) {
            case 0: return pointer.appending("nowhere")
            case 1: return pointer.appending(random.below(3))
            default: return pointer
            }
        }
    }

    @Test(arguments: Thoroughness.first(2, of: sessions.indices))
    func `A value at any seq is that of a replay from 0`(number: Int) throws {
        let session = Self.sessions[number]
        try session.write(to: url)
        var random = SplitMix64(seed: UInt64(number))
        let timeline = try Timeline(opening: url)
        for pointer in pointers(in: session, &random, count: 300) {
            let seq = random.below(session.states.count)
            #expect(try timeline.value(at: seq, pointer) == session.states[seq][pointer], "\(pointer) at \(seq)")
        }
    }

    @Test(arguments: Thoroughness.first(3, of: sessions.indices))
    func `A state at any seq is that of a replay from 0, in any order of access`(number: Int) throws {
        let session = Self.sessions[number]
        try session.write(to: url)
        var random = SplitMix64(seed: UInt64(number))
        let timeline = try Timeline(opening: url)
        var seq = 0
        for _ in 0..<300 {
            // Steps and jumps.
            seq = random.below(4) > 0 ? seq + random.below(9) - 4 : random.below(session.states.count)
            seq = min(max(0, seq), session.states.count - 1)
            #expect(try timeline.state(at: seq) == session.states[seq], "\(seq)")
        }
    }

    @Test(arguments: Thoroughness.first(3, of: sessions.indices))
    func `The writes of a value are those of a replay from 0, in either order`(number: Int) throws {
        let session = Self.sessions[number]
        try session.write(to: url)
        var random = SplitMix64(seed: UInt64(number))
        let timeline = try Timeline(opening: url)
        let oracle = HistoryOracle(session: session)
        for pointer in pointers(in: session, &random, count: 10) {
            let seq = random.below(3) == 0 ? random.below(session.states.count) : session.states.count - 1
            let expected = try oracle.writes(of: pointer, through: seq)
            #expect(try timeline.blame(pointer, at: seq) == expected.first, "\(pointer) at \(seq)")
            for latestFirst in [true, false] {
                var found: [Write] = []
                try timeline.forEachWrite(of: pointer, through: seq, latestFirst: latestFirst) {
                    found.append($0)
                    return true
                }
                #expect(found == (latestFirst ? expected : expected.reversed()), "\(pointer) through \(seq)")
                let start = random.below(seq + 2)
                let late = found.filter { $0.seq >= start }
                found = []
                try timeline.forEachWrite(of: pointer, from: start, through: seq, latestFirst: latestFirst) {
                    found.append($0)
                    return true
                }
                #expect(found == late, "\(pointer) from \(start) through \(seq)")
            }
        }
    }

    @Test(arguments: Thoroughness.first(3, of: sessions.indices))
    func `A value in a pruned session is that of a replay from 0`(number: Int) throws {
        let session = Self.sessions[number]
        try session.write(to: url)
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 88), now: 0)
        var random = SplitMix64(seed: UInt64(number))
        let timeline = try Timeline(opening: url)
        #expect(timeline.first > 0 || session.records.contains { $0.parent < $0.seq - 100 })
        for pointer in pointers(in: session, &random, count: 40) {
            let seq = timeline.first + random.below(timeline.last - timeline.first + 1)
            let expected = session.states[seq][pointer]
            do {
                #expect(try timeline.value(at: seq, pointer) == expected, "\(pointer) at \(seq)")
                var latest = expected
                try timeline.forEachWrite(of: pointer, through: seq, latestFirst: true) { write in
                    #expect(write.new == latest)
                    #expect(write.new == session.states[write.seq][write.pointer])
                    #expect(write.seq >= timeline.first)
                    latest = write.old
                    return true
                }
            } catch TimelineError.pruned {
                #expect(throws: TimelineError.self) { try timeline.state(at: seq) }
            }
        }
    }
}
