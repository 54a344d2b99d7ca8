import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@Suite struct LiveTimelineTests {
    private let folder = TemporaryFolder()
    private let writer: SessionWriter
    private let log: CrashLog
    private var url: URL { folder.session() }

    init() throws {
        (writer, log) = try SessionWriter.recording(into: folder.session(), facts: [:], medium: .file)
        try writer.write { try $0.setInitialState(Self.state(0)) }
    }

    /// Returns a state with a list that begins with the seq, and the seq as a value.
    private static func state(_ seq: Int) -> Tree {
        let list = (max(0, seq - 9)...seq).reversed().map { seq -> Tree in ["id": .integer(Int64(seq))] }
        return ["list": Tree(elements: list), "n": .integer(Int64(seq))]
    }

    private func append(_ seqs: ClosedRange<Int>) throws {
        try writer.write { transaction in
            for seq in seqs {
                let (old, new) = (Self.state(seq - 1), Self.state(seq))
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: new.patch(from: old))
                try transaction.append(record, state: new)
            }
        }
    }

    @Test func `Every question about a live session is answered as of its opening`() throws {
        try append(1...300)
        let timeline = try Timeline(opening: url)
        #expect(timeline.session.isLive)
        var next = 301
        // The session grows before each question.
        func goOn() throws {
            try append(next...next + 99)
            next += 100
        }
        for seq in [0, 299, 300, 7, 255] {
            try goOn()
            #expect(try timeline.value(at: seq, ["n"]) == .integer(Int64(seq)))
            #expect(try timeline.value(at: seq, ["list", "0", "id"]) == .integer(Int64(seq)))
            try goOn()
            #expect(try timeline.state(at: seq) == Self.state(seq))
        }
        try goOn()
        #expect(try timeline.seq(of: PointInTime(parsing: "end")) == 300)
        #expect(try timeline.blame(["n"], at: 300)?.seq == 300)
        #expect(try timeline.blame(["list", "5"], at: 300)?.seq == 295)
        for latestFirst in [true, false] {
            var seqs: [Int] = []
            try timeline.forEachWrite(of: ["n"], through: 300, latestFirst: latestFirst) {
                if seqs.count % 100 == 0 { try goOn() }
                seqs.append($0.seq)
                return true
            }
            #expect(seqs == (latestFirst ? (0...300).reversed() : Array(0...300)))
        }
        var last = 0
        try timeline.session.forEachFind(of: TextPattern("n"), kinds: [.key]) {
            if $0.seq % 100 == 0 { try goOn() }
            last = $0.seq
            return true
        }
        #expect(last == 300)
        #expect(try timeline.patch(from: 10, to: 300) == Self.state(300).patch(from: Self.state(10)))
        let later = try Timeline(opening: url)
        #expect(later.last == next - 1)
        #expect(try later.state(at: later.last) == Self.state(later.last))
        for open in [timeline, later] { open.session.close() }
        try writer.close()
        log.remove()
    }
}
