import Foundation
import RewindSession
import TestSupport
import Testing
import RewindTimeline
import RewindTree

@Suite struct ReferenceTests {
    @Test(
        arguments: [
            ("42", .seq(42), 0), ("0", .seq(0), 0), ("007", .seq(7), 0), ("start", .start, 0), ("end", .end, 0),
            ("cursor", .cursor, 0), ("end~3", .end, 3), ("cursor~1", .cursor, 1), ("end~0", .end, 0),
            ("12~2", .seq(12), 2), (":a", .bookmark("a"), 0), (":before login", .bookmark("before login"), 0),
            (":é~2", .bookmark("é"), 2), ("start~1", .start, 1), ("::", .bookmark(":"), 0), (":42", .bookmark("42"), 0),
            ("-1", .fromEnd(1), 0), ("\u{2212}3", .fromEnd(3), 0), ("-3~2", .fromEnd(3), 2), ("cursor+2", .cursor, -2),
            ("@Push*", .type("Push*"), 0), ("@Push~1", .type("Push"), 1), (":a+b", .bookmark("a+b"), 0),
            (":a+1", .bookmark("a"), -1),
        ] as [(String, PointInTime.Base, Int)]
    )
    func `A reference is parsed`(text: String, base: PointInTime.Base, steps: Int) throws {
        let reference = try PointInTime(parsing: text)
        #expect(reference.base == base)
        #expect(reference.steps == steps)
        #expect(reference.text == text.replacing("\u{2212}", with: "-"))
    }

    @Test(
        arguments: [
            ("end~10s", .end, 10_000_000), (":a~250ms", .bookmark("a"), 250_000), ("12~1.5s", .seq(12), 1_500_000),
            ("@Push*~2min", .type("Push*"), 120_000_000), ("start+3m", .start, -180_000_000),
            ("-1~1h", .fromEnd(1), 3_600_000_000), (":a+b+1d", .bookmark("a+b"), -86_400_000_000),
            ("cursor~0s", .cursor, 0), ("end~0.000001s", .end, 1), ("7+0.25ms", .seq(7), -250),
        ] as [(String, PointInTime.Base, Int64)]
    )
    func `A reference can have a duration before or after it`(text: String, base: PointInTime.Base, lead: Int64) throws
    {
        let reference = try PointInTime(parsing: text)
        #expect(reference.base == base)
        #expect(reference.steps == 0)
        #expect(reference.lead == lead)
        #expect(reference.text == text)
    }

    @Test(
        arguments: [
            "", " ", "-0", "-x", "--1", "@", "@~1", "+1", "end+", "end+x", "1.5", "x", "End", "START", "end~", "end~x",
            "end~-1", "end~+1", "end~1~2", "~", "~1",
            ":", ":~1", "1 ", " 1", "٣", "end~٣", "99999999999999999999", "end~99999999999999999999", "0x10", "1e3",
            "end~s", "end~10S", "end~10sec", "end~1.s", "end~.5s", "end~-1s", "end~1s~1", "end~10 s", "~10s", "+10s",
            "10s",
            "end~99999999999999999999s", "end~9999999999999999d",
        ]
    )
    func `A malformed reference is refused`(text: String) {
        #expect(throws: TimelineError.malformedReference(text)) { try PointInTime(parsing: text) }
    }

    @Test(
        arguments: [
            ("0", 0), ("6", 6), ("start", 0), ("end", 6), ("cursor", 6), ("end~1", 3), ("end~2", 2), ("end~4", 0),
            ("-1", 6), ("-6", 1), ("-1~1", 3), ("0+1", 1), ("0+4", 6), ("4+1", 5), ("2+2", 6), ("@?", 6), ("@A~1", 3),
            ("5~1", 4), ("5~2", 2), (":fork", 2), (":fork~1", 1), ("start~0", 0), ("3~3", 0),
        ]
    )
    func `A reference is resolved to a seq`(text: String, seq: Int) throws {
        let timeline = try timeline()
        #expect(try timeline.seq(of: PointInTime(parsing: text)) == seq)
    }

    @Test(
        arguments: ["7", "1000", "start~1", "end~5", "-8", "end+1", "0+5", "3~4", ":fork~3", ":far"]
    )
    func `A reference outside of the session is refused`(text: String) throws {
        let timeline = try timeline()
        let reference = try PointInTime(parsing: text)
        #expect(throws: TimelineError.referenceOutOfRange(text, last: 6)) { try timeline.seq(of: reference) }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `A duration before or after a reference is measured by the clock`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Some actions have equal times, and there are pauses.
        var times: [Int64] = [Int64(random.below(5_000))]
        for _ in 1..<40 { times.append(times[times.count - 1] + Int64(random.below(3) * random.below(4_000))) }
        let url = folder.session("clock")
        let records = times.enumerated().map { ActionRecord(seq: $0 + 1, parent: $0, at: $1, type: "A", patch: nil) }
        let writer = try SessionWriter(creating: url, facts: ["started_at": "0"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for record in records { try transaction.append(record, state: nil) }
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        let last = try #require(times.last)
        for _ in 0..<200 {
            let (seq, length) = (random.below(times.count + 1), Int64(random.below(12_000)))
            let before = random.below(2) == 0
            let moment = (seq == 0 ? 0 : times[seq - 1]) + (before ? -length : length)
            let text = "\(seq)\(before ? "~" : "+")\(length / 1_000).\(String(format: "%03d", length % 1_000))ms"
            let reference = try PointInTime(parsing: text)
            if moment < 0 || moment > last {
                #expect(throws: TimelineError.notRecordedThen(text, from: 0, to: last)) {
                    try timeline.seq(of: reference)
                }
            } else {
                #expect(try timeline.seq(of: reference) == times.count { $0 <= moment }, "\(text)")
            }
            // A range that extends beyond the recording ends at its end.
            if before {
                let seqs = try? timeline.seqs(of: ReferenceRange(from: reference, to: PointInTime(parsing: "end")))
                let later = times.firstIndex { $0 >= moment }.map { $0 + 1 }
                #expect(seqs?.lowerBound == (moment < 0 ? 0 : later), "\(text)")
                let states = try timeline.states(of: ReferenceRange(from: reference, to: nil))
                #expect(states.from == (moment < 0 ? 0 : times.count { $0 <= moment }), "\(text)")
                let actions = try? timeline.actions(of: ReferenceRange(from: reference, to: nil))
                #expect(actions?.lowerBound == (moment < 0 ? 1 : later), "\(text)")
            } else {
                let seqs = try timeline.seqs(of: ReferenceRange(from: nil, to: reference))
                #expect(seqs.upperBound == times.count { $0 <= moment }, "\(text)")
            }
        }
    }

    @Test func `A duration that leads before the first state is refused`() throws {
        let url = folder.session("short")
        let writer = try SessionWriter(creating: url, facts: ["started_at": "0"], syncs: false)
        try writer.write { try $0.setInitialState(["n": 0]) }
        try writer.close()
        let timeline = try Timeline(opening: url)
        #expect(throws: TimelineError.referenceOutOfRange("end~1s", last: 0)) {
            try timeline.seq(of: PointInTime(parsing: "end~1s"))
        }
    }

    @Test func `A reference to a missing bookmark is refused`() throws {
        let timeline = try timeline()
        let reference = try PointInTime(parsing: ":nope~1")
        #expect(throws: TimelineError.noSuchBookmark("nope")) { try timeline.seq(of: reference) }
    }

    @Test func `A reference to the cursor follows the cursor`() throws {
        let url = folder.session()
        _ = try timeline()
        try SessionCursor.move(to: 5, tip: 5, in: url)
        let timeline = try Timeline(opening: url)
        #expect(try timeline.seq(of: PointInTime(parsing: "cursor")) == 5)
        #expect(try timeline.seq(of: PointInTime(parsing: "cursor~2")) == 2)
    }

    private let folder = TemporaryFolder()

    /// Returns a session 1 - 2 - 3 - 6 with a branch 4 - 5 from 2, and bookmarks on 2 and on a missing seq.
    private func timeline() throws -> Timeline {
        let url = folder.session()
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3]).write(to: url)
        try SQL.execute("INSERT INTO bookmark VALUES ('fork', 2, NULL, 0), ('far', 99, NULL, 0)", in: url)
        return try Timeline(opening: url)
    }
}
