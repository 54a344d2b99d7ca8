import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct LogScanTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let scan = LogScan(width: 4, lengths: 2...8)

    private func search(_ text: String, in reader: SessionReader) throws -> [Int] {
        var seqs: [Int] = []
        try reader.forEachFind(of: TextPattern(text), kinds: [.value], scan: scan) { find in
            seqs.append(find.seq)
            return true
        }
        return seqs
    }

    @Test func `Parts of the log are scanned in parallel, and the results are in order`() throws {
        try BranchingSession(parents: Array(0..<100)).write(to: url)
        let reader = try SessionReader(opening: url)
        let looks = Looks()
        var found: [Int] = []
        try scan.forEach(
            in: 1..<101,
            of: [reader],
            skipsHoles: true,
            progress: { _ in },
            prefilter: { readers in
                let number = looks.begin()
                // The first scan uses the caller's reader; each other one has a separate reader.
                #expect((readers[0] === reader) == (number == 1))
                return { part in
                    looks.note(part, by: number)
                    return part.filter { $0 % 3 == 0 }
                }
            },
            { seq in
                found.append(seq)
                return seq < 90
            }
        )
        #expect(found == Array(stride(from: 3, through: 90, by: 3)))
        let all = looks.parts
        #expect(all.count == 4)
        #expect(all.values.joined().sorted { $0.lowerBound < $1.lowerBound }.flatMap(\.self).starts(with: 1...90))
    }

    @Test func `The results before an unreadable part are delivered`() throws {
        try BranchingSession(parents: Array(0..<60)).write(to: url)
        try SQL.execute("UPDATE action SET patch = '[{\"path\":\"/n\",' WHERE seq = 31", in: url)
        let reader = try SessionReader(opening: url)
        var seqs: [Int] = []
        let damage = SessionError.Damage.malformed(table: "action", column: "patch", row: 31)
        #expect(throws: SessionError.damaged(path: url.path, damage)) {
            try reader.forEachFind(of: TextPattern("n"), kinds: [.key], scan: scan) { find in
                seqs.append(find.seq)
                return true
            }
        }
        #expect(seqs == Array(0...30))
    }

    @Test func `A scan passes gaps in the numbers of a damaged session`() throws {
        let states: [Tree] = (0..<40).map { ["n": .string("value \($0)")] }
        try BranchingSession(states: states).write(to: url)
        try SQL.execute(
            "UPDATE action SET seq = 2000 WHERE seq = 39; DELETE FROM action WHERE seq = 20",
            in: url
        )
        let found = try search("value", in: SessionReader(opening: url))
        #expect(found == Array(0..<20) + Array(21..<39) + [2_000])
    }

    @Test(arguments: [true, false])
    func `A scan reads the opened file even after it was replaced`(isGone: Bool) throws {
        let states: [Tree] = (0..<100).map { ["n": .string("old \($0)")] }
        try BranchingSession(states: states).write(to: url)
        let reader = try SessionReader(opening: url)
        try FileManager.default.removeItem(at: url)
        if !isGone {
            try BranchingSession(states: states.map { _ in ["n": "new"] }).write(to: url)
        }
        #expect(reader.makeParallelReader() == nil)
        #expect(try search("old", in: reader) == Array(0..<100))
    }

    @Test func `A live session, or one with recovered states, is scanned by one reader`() throws {
        try BranchingSession(parents: Array(0..<10)).write(to: url)
        let reader = try SessionReader(opening: url)
        #expect(reader.makeParallelReader() != nil)
        try reader.show(recovered: [(seq: 1, patch: Patch([]))])
        #expect(reader.makeParallelReader() == nil)
    }
}

/// The scans of a log, and the parts that each of them read.
///
/// Safe to share because its state is only accessed under `lock`.
private final class Looks: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var partsByLook: [Int: [ClosedRange<Int>]] = [:]

    var parts: [Int: [ClosedRange<Int>]] { lock.withLock { partsByLook } }

    /// Returns the number of a new scan, from 1.
    func begin() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }

    func note(_ part: ClosedRange<Int>, by look: Int) {
        lock.withLock { partsByLook[look, default: []].append(part) }
    }
}
