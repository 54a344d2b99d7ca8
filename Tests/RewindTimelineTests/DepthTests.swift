import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline
@testable import RewindUpkeep

/// A session whose states have 256 levels and differ in their innermost values.
private struct DeepSession: Sendable {
    let url: URL
    let states: [Tree]
    /// The pointer of the innermost value.
    let pointer: Pointer

    init(_ nesting: Nesting, isLong: Bool, at url: URL) throws {
        self.url = url
        // Long values are stored in nested chunks.
        let text = String(repeating: "text ", count: isLong ? 300 : 1)
        let levels = Tree.depthLimit - 1
        pointer = Pointer(["deep"] + nesting.pointer(levels: levels).tokens)
        states = [nil, "one", "two", nil, "one"].map { leaf in
            ["deep": leaf.map { nesting.value(levels: levels, around: .string($0), text) } ?? .null]
        }
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { [states] transaction in
            try transaction.setInitialState(states[0])
            for seq in 1..<states.count {
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Int64(seq),
                    type: "Change",
                    payload: states[seq],
                    patch: states[seq].patch(from: states[seq - 1])
                )
                try transaction.append(record, state: states[seq])
            }
        }
        try writer.close()
    }

    /// Creates the description of a copy at another path.
    init(_ other: DeepSession, at url: URL) {
        (self.url, states, pointer) = (url, other.states, other.pointer)
    }

    func timeline() throws -> Timeline { try Timeline(opening: url) }
    func other(_ name: String) -> URL {
        url.deletingLastPathComponent().appending(path: "\(name)-\(url.lastPathComponent)")
    }

    /// Checks that another file has the same states.
    func expectStates(in other: URL) throws {
        let timeline = try Timeline(opening: other)
        defer { timeline.session.close() }
        for (seq, state) in states.enumerated() { #expect(try timeline.state(at: seq) == state) }
    }
}

/// An operation that traverses whole values.
private enum Reading: CaseIterable {
    case state, value, payload, patch, changes, find, presence, history, condition, query, check, compare
    case rebuild, repair, prune, scrubValue, scrubText, recovered

    func run(_ session: DeepSession) throws {
        let (pointer, states) = (session.pointer, session.states)
        switch self {
        case .state: try session.expectStates(in: session.url)
        case .value:
            let timeline = try session.timeline()
            #expect(try timeline.value(at: 1, pointer) == "one")
            #expect(try timeline.value(at: 2, pointer) == "two")
            #expect(try timeline.value(at: 2, []) == states[2])
        case .payload:
            let reader = try session.timeline().session
            #expect(try reader.payload(of: 1) == states[1])
            try reader.forEachRow(.payload) { row in
                let payload = try row.payload
                #expect(payload == states[row.seq])
                return true
            }
        case .patch:
            let timeline = try session.timeline()
            for (from, to) in [(1, 2), (2, 1), (0, 2), (2, 3)] {
                let patch = try #require(try timeline.patch(from: from, to: to))
                #expect(try states[from].applying(patch) == states[to])
                #expect(try Patch(tree: patch.tree).operations.count == patch.operations.count)
            }
        case .changes:
            let difference = try session.timeline().difference(from: 1, to: 2)
            #expect(difference?.changes == [Change(.replace, pointer, old: "one", new: "two")])
        case .find:
            var found: [Int] = []
            try session.timeline().session.forEachFind(of: TextPattern("two"), kinds: [.value]) { find in
                if find.pointer == pointer { found.append(find.seq) }
                return true
            }
            #expect(found == [2, 2])
        case .presence:
            let timeline = try session.timeline()
            #expect(try timeline.seq(withValueAt: pointer) != nil)
            #expect(try timeline.seq(withValueAt: Pointer(pointer.tokens.dropLast() + ["nowhere"])) == nil)
        case .history:
            var seqs: [Int] = []
            let timeline = try session.timeline()
            try timeline.forEachWrite(of: pointer, through: 4) { write in
                seqs.append(write.seq)
                return true
            }
            #expect(seqs.contains(1) && seqs.contains(2))
            #expect(try timeline.blame(pointer, at: 2)?.seq == 2)
        case .condition:
            let condition = try Condition("at('\(pointer)') = 'two'")
            #expect(try session.timeline().firstMatch(where: condition, from: 0)?.seq == 2)
        case .query:
            let text = "SELECT state(2, ''), payload FROM log WHERE seq = 2"
            let query = try SessionQuery(text, of: session.timeline().session, bounds: SQLBounds())
            #expect(try query.next() == [.text(states[2].text), .text(states[2].text)])
        case .check: #expect(try SessionCheck.run(session.timeline().session).findings == [])
        case .compare:
            #expect(try Comparison(of: session.timeline(), with: session.timeline()).sameThrough == 4)
        case .rebuild:
            _ = try IndexRebuilding.run(session.url)
            try session.expectStates(in: session.url)
        case .repair:
            _ = try SessionRepair.run(SessionReader(opening: session.url), to: session.other("repaired"))
            try session.expectStates(in: session.other("repaired"))
        case .prune:
            _ = try SessionPruning.prune(session.url, keeping: Retention(maxActions: 2), now: 0)
            #expect(try session.timeline().state(at: 4) == states[4])
        case .scrubValue:
            _ = try SessionScrub.run(session.url, .pointers([pointer]))
            #expect(try session.timeline().state(at: 2).levels == Tree.depthLimit)
            #expect(try session.timeline().value(at: 2, pointer) != "two")
        case .scrubText:
            _ = try SessionScrub.run(session.url, .pattern("tw[o]"))
            #expect(try session.timeline().value(at: 2, pointer) != "two")
            #expect(try session.timeline().value(at: 1, pointer) == "one")
        case .recovered:
            let timeline = try session.timeline()
            try timeline.show(recovered: [(seq: 4, patch: states[4].patch(from: states[3]))])
            #expect(try timeline.state(at: 4) == states[4])
        }
    }
}

@Suite struct DepthTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [(Nesting.arrays, true), (.objects, true), (.both, true), (.both, false)]
    )
    func `A value of 256 levels is written and read on a stack of 512 KB`(nesting: Nesting, isLong: Bool) throws {
        let made = try onStack(of: 512 << 10) { [url = folder.session("made.rewind")] in
            try DeepSession(nesting, isLong: isLong, at: url)
        }
        let session = try #require(made)
        for reading in Reading.allCases {
            let copy = DeepSession(session, at: folder.session("\(reading).rewind"))
            try FileManager.default.copyItem(at: session.url, to: copy.url)
            try onStack(of: 512 << 10) { try reading.run(copy) }
        }
    }
}
