import Foundation
import RewindSession
import TestSupport
import Testing
import RewindTimeline
import RewindTree

@Suite struct RecordedClockTests {
    private let folder = TemporaryFolder()

    /// The seconds of 2026-09-01 12:00:00 UTC.
    private static let noon: Int64 = 1_788_264_000

    /// Returns a session with actions at these seconds after noon.
    private func timeline(_ seconds: [Double], startedAt start: Double = 0) throws -> Timeline {
        let url = folder.session("\(UUID()).rewind")
        func time(_ second: Double) -> Int64 { Self.noon * 1_000_000 + Int64((second * 1_000_000).rounded()) }
        let writer = try SessionWriter(creating: url, facts: ["started_at": String(time(start))], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for (index, second) in seconds.enumerated() {
                let record = ActionRecord(seq: index + 1, parent: index, at: time(second), type: "A", patch: nil)
                try transaction.append(record, state: nil)
            }
        }
        try writer.close()
        return try Timeline(opening: url)
    }

    private func text(_ milliseconds: Int) -> String {
        Date(timeIntervalSince1970: Double(Self.noon) + Double(milliseconds) / 1_000 + 0.000_1)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The clock is set back by about an hour after three actions.
    private static let setBack: [Double] = [0, 10, 20, -3_595, -3_585, -3_575]
    private static let reordered: [Double] = [3, 1, 2]
    private static let twice: [Double] = [0, 10, 20, 12, 22]

    @Test(
        arguments: [
            ("11:00:15Z", setBack, 5), ("12:00:20Z", setBack, 3), ("12:00:10Z", setBack, 2), ("12:00:15Z", setBack, 2),
            ("end~5s", setBack, 5), ("3~5s", setBack, 2), ("4+10s", setBack, 5), ("11:59:59Z", setBack, 0),
            ("12:00:03Z", reordered, 1), ("12:00:02Z", reordered, 3), ("end~1s", reordered, 2),
            ("12:00:00Z", reordered, 0),
            // The clock showed these times twice.
            ("12:00:12Z", twice, 4), ("12:00:15Z", twice, 2), ("end~6s", twice, 4),
            // The device booted in 1970.
            ("12:00:10Z", [5 - 1_788_264_000, 6 - 1_788_264_000, 0, 10, 20], 4),
            ("2026-09-01T12:00:15Z", [5 - 1_788_264_000, 6 - 1_788_264_000, 0, 10, 20], 4),
            ("00:00:05Z", [5 - 1_788_264_000, 6 - 1_788_264_000, 0, 10, 20], 1),
        ] as [(String, [Double], Int)]
    )
    func `A time is the action at which the clock showed it`(text: String, seconds: [Double], seq: Int) throws {
        let timeline = try timeline(seconds, startedAt: min(-1, seconds[0]))
        #expect(try timeline.seq(of: PointInTime(parsing: text)) == seq)
    }

    @Test(
        arguments: [
            ("..12:00:10Z", setBack, 0...2), ("11:00:10Z..", setBack, 5...6), ("12:00:10Z..11:00:15Z", setBack, 2...5),
            ("11:00:05Z..12:00:10Z", setBack, 0...6), ("end~15s..", setBack, 5...6), ("11:30:00Z..", setBack, 0...6),
            ("..11:30:00Z", setBack, 0...6), ("12:00:03Z..", reordered, 1...3), ("..12:00:02Z", reordered, 0...3),
            ("12:00:01Z..12:00:02Z", reordered, 2...3), ("12:00:05Z..12:00:15Z", twice, 2...4),
        ] as [(String, [Double], ClosedRange<Int>)]
    )
    func `A range of times holds the actions between them`(
        text: String,
        seconds: [Double],
        seqs: ClosedRange<Int>
    ) throws {
        let timeline = try timeline(seconds, startedAt: -1)
        #expect(try timeline.seqs(of: ReferenceRange(parsing: text)) == seqs)
    }

    @Test func `The message about another time names the earliest and the latest one`() throws {
        let timeline = try timeline(Self.setBack, startedAt: -1)
        let (earliest, latest) = ((Self.noon - 3_595) * 1_000_000, (Self.noon + 20) * 1_000_000)
        #expect(throws: TimelineError.notRecordedThen("13:00Z", from: earliest, to: latest)) {
            try timeline.seq(of: PointInTime(parsing: "13:00Z"))
        }
        #expect(throws: TimelineError.neverOnTheClock("11:30Z", from: earliest, to: latest)) {
            try timeline.seq(of: PointInTime(parsing: "11:30Z"))
        }
    }

    @Test func `An answer that depends on a clock that was set back says so once, and no other answer does`() throws {
        for (seconds, expected) in [(Self.setBack, [4]), (Self.reordered, [2]), ([0, 1, 1, 2], [])] {
            let timeline = try timeline(seconds, startedAt: -1)
            var noted: [Int] = []
            timeline.onSetBack = { noted.append($0) }
            _ = try timeline.seqs(of: ReferenceRange(parsing: "1..end"))
            #expect(noted == [])
            for _ in 0..<2 { _ = try timeline.seq(of: PointInTime(parsing: "12:00:01Z")) }
            #expect(noted == expected)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Random clocks agree with a search of all actions`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var time = 100_000
        let times = (0..<60).map { _ -> Int in
            time += random.below(8) == 0 ? -random.below(9_000) : random.below(2_000)
            return time
        }
        let timeline = try timeline(times.map { Double($0) / 1_000 }, startedAt: Double(times[0]) / 1_000)
        for (index, time) in times.enumerated() {
            // The first run with this time, and the last action there.
            var seq = times.firstIndex(of: time) ?? index
            while seq + 1 < times.count, times[seq + 1] == time { seq += 1 }
            #expect(try timeline.seq(of: PointInTime(parsing: text(time))) == seq + 1, "\(time)")
        }
        for _ in 0..<50 {
            let ends = [times[random.below(60)], times[random.below(60)]].sorted()
            let found = times.indices.filter { (ends[0]...ends[1]).contains(times[$0]) }.map { $0 + 1 }
            // The first state has the time of the first action.
            let first = (ends[0]...ends[1]).contains(times[0]) ? 0 : found[0]
            let range = try ReferenceRange(parsing: "\(text(ends[0]))..\(text(ends[1]))")
            #expect(try timeline.seqs(of: range) == first...found[found.count - 1], "\(ends)")
        }
    }
}
