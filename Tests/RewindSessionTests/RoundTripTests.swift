import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct RoundTripTests {
    private let folder = TemporaryFolder()

    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...8))
    func `Every record, snapshot and fact is read as it was written`(seed: UInt64) throws {
        var sample = SampleSession(seed: seed, count: 150)
        sample.addEffects(seed: seed)
        try sample.write(to: folder.session())
        let reader = try SessionReader(opening: folder.session())
        #expect(!reader.isLive)
        #expect(try reader.lastSeq() == 150)
        #expect(try reader.facts().filter { !["ended_at", "log_end", "effects_end"].contains($0.key) } == sample.facts)
        #expect(try reader.facts()["ended_at"] != nil)
        var state = try #require(try reader.snapshot(0))
        #expect(state == sample.states[0])
        for record in sample.records {
            let found = try #require(try reader.action(record.seq))
            try #require(found.isSame(as: record), "seed \(seed), seq \(record.seq)")
            try #require(try reader.patch(record.seq) == record.patch)
            state = try state.applying(try #require(found.patch))
            try #require(state == sample.states[record.seq])
            if let snapshot = try reader.snapshot(record.seq) { try #require(snapshot == state) }
        }
        #expect(try reader.effectLines() == sample.effects?.lines())
        #expect(try reader.action(151) == nil)
        #expect(try reader.action(0) == nil)
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test(
        arguments: [
            Tree.null, .bool(true), .integer(.max), .integer(.min), .double(-0.0), .double(.leastNonzeroMagnitude),
            .double(.greatestFiniteMagnitude), .number("18446744073709551616"), .number("1e+400"), .string(""),
            .string("\0"), .string("e\u{301}"), .string("é"), .string(String(repeating: "é", count: 5_000)),
            Tree(elements: []), Tree(members: [(String, Tree)]()),
        ]
    )
    func `Scalars at their limits survive a round trip`(value: Tree) throws {
        let sample = SampleSession(states: [value, ["a": value], ["a": value, "$chunk": value], value])
        try sample.write(to: folder.session())
        let reader = try SessionReader(opening: folder.session())
        #expect(try reader.snapshot(0) == value)
        for record in sample.records { #expect(try #require(try reader.action(record.seq)).isSame(as: record)) }
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test(
        arguments: [
            ["$chunk": 1], ["$chunk": ["$chunk": 1]], ["$$chunk": 1], ["$": ["$$": ["$$$": 1]]],
            ["a": ["$chunk": 999, "b": 1]], ["$chunk": "x"], ["$chunk\u{301}": 1], ["$\u{301}chunk": 1],
        ] as [Tree]
    )
    func `Members with names like references survive a round trip`(value: Tree) throws {
        let padded: Tree = ["padding": .string(String(repeating: "p", count: 2_000)), "value": value]
        let sample = SampleSession(states: [value, padded, ["deep": ["down": padded]], value])
        try sample.write(to: folder.session())
        let reader = try SessionReader(opening: folder.session())
        var state = try #require(try reader.snapshot(0))
        #expect(state == value)
        for seq in 1...3 {
            state = try state.applying(try #require(try reader.patch(seq)))
            #expect(state == sample.states[seq])
        }
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test(arguments: [(10, 10), (255, 60)])
    func `Deeply nested values survive a round trip, with and without chunks`(depth: Int, chunks: Int) throws {
        var thin = Tree.integer(1)
        var thick = Tree.integer(1)
        for level in 0..<depth {
            thin = level.isMultiple(of: 2) ? ["a": thin] : Tree(elements: [thin])
            guard level < chunks else { continue }
            thick = ["pad": .string(String(repeating: "p", count: 700) + String(level)), "inner": thick]
        }
        let sample = SampleSession(states: [["thin": thin], ["thin": thin, "thick": thick], ["thick": thick]])
        try sample.write(to: folder.session())
        let reader = try SessionReader(opening: folder.session())
        var state = try #require(try reader.snapshot(0))
        for record in sample.records {
            state = try state.applying(try #require(try reader.patch(record.seq)))
            #expect(state == sample.states[record.seq])
        }
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test(
        arguments: Thoroughness.first(3, of: [16, 33, 1, 15, 17, 100])
    )
    func `The number of actions in a transaction does not change the session`(batch: Int) throws {
        let sample = SampleSession(seed: 21, count: 100)
        try sample.write(to: folder.session(), batch: batch)
        try sample.write(to: folder.session("whole.rewind"), batch: 1_000)
        for table in ["action", "change", "pointer", "action_type", "snapshot", "chunk"] {
            let rows = try SQL.rows("SELECT * FROM \(table) ORDER BY 1, 2", in: folder.session())
            #expect(try SQL.rows("SELECT * FROM \(table) ORDER BY 1, 2", in: folder.session("whole.rewind")) == rows)
            #expect(!rows.isEmpty)
        }
    }

    @Test(arguments: [("", ""), ("a\0b", "a"), ("\0", "")])
    func `Texts are kept up to a U+0000, and empty texts are kept`(text: String, kept: String) throws {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        let record = ActionRecord(
            seq: 1,
            parent: 0,
            at: -1,
            type: "T",
            patch: Patch([]),
            duration: .min,
            origin: text,
            error: text
        )
        try writer.write {
            try $0.setInitialState(.null)
            try $0.append(record, state: .null)
        }
        try writer.close()
        let reader = try SessionReader(opening: folder.session())
        let found = try #require(try reader.action(1))
        #expect(found.origin == kept && found.error == kept)
        #expect(found.at == -1 && found.duration == .min && found.payload == nil && found.patch == Patch([]))
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test func `A duplicate action is refused, and writing continues`() throws {
        let sample = SampleSession(states: (0...40).map { ["n": .integer(Int64($0))] })
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        func write(_ records: [ActionRecord]) throws {
            try writer.write { transaction in
                for record in records { try transaction.append(record, state: sample.states[record.seq]) }
            }
        }
        try writer.write { try $0.setInitialState(sample.states[0]) }
        try write(Array(sample.records[..<20]))
        let error = SessionError.system(
            path: folder.session().path,
            reason: "UNIQUE constraint failed: action.seq"
        )
        #expect(throws: error) { try write(Array(sample.records[19...])) }
        try write(Array(sample.records[20...]))
        try writer.close()
        let reader = try SessionReader(opening: folder.session())
        #expect(try reader.lastSeq() == 40)
        #expect(try SessionCheck.run(reader).findings == [])
    }

    @Test func `A transaction that throws leaves nothing, and writing continues`() throws {
        struct Stop: Error {}
        let big = Tree.string(String(repeating: "b", count: 3_000))
        let sample = SampleSession(states: [["a": 1], ["a": 1, "b": ["c": big]], ["a": 2, "b": ["c": big]]])
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { try $0.setInitialState(sample.states[0]) }
        #expect(throws: Stop.self) {
            try writer.write { transaction in
                for record in sample.records { try transaction.append(record, state: sample.states[record.seq]) }
                throw Stop()
            }
        }
        try writer.write { transaction in
            for record in sample.records { try transaction.append(record, state: sample.states[record.seq]) }
        }
        try writer.close()
        let reader = try SessionReader(opening: folder.session())
        #expect(try SessionCheck.run(reader).findings == [])
        for record in sample.records { #expect(try #require(try reader.action(record.seq)).isSame(as: record)) }
    }
}

extension ActionRecord {
    /// Returns true if all members are equal.
    func isSame(as other: ActionRecord) -> Bool {
        seq == other.seq && parent == other.parent && at == other.at && type == other.type && coder == other.coder
            && payload == other.payload && patch == other.patch && duration == other.duration
            && status == other.status && origin == other.origin
            && error == other.error && cause == other.cause
    }
}
