import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct ExpressionValuesTests {
    private let folder = TemporaryFolder()

    private static let expressions =
        WatchedSession.conditions + [
            "at('/count') + 0.5", "at('/count') - was('/count')", "at('/items')", "coalesce(at('/flag'), 'none')",
            "json_array_length(at('/items'))", "type = 'Two'", "seq % 7", "payload('/by') * 2", "NULL",
        ]

    private func open(_ session: WatchedSession) throws -> Timeline {
        try session.write(to: folder.session())
        return try Timeline(opening: folder.session())
    }

    @Test(arguments: Thoroughness.first(3, of: UInt64(1)...12))
    func `The values of an expression are those of an evaluation at every state of the path`(seed: UInt64) throws {
        let session = WatchedSession(seed: seed, count: 200, branching: seed % 3 == 0 ? 6 : 40)
        let timeline = try open(session)
        defer { timeline.session.close() }
        let parents = session.parents(first: 0)
        let evaluation = try Evaluation()
        var random = SplitMix64(seed: seed)
        for text in Self.expressions {
            let path = try timeline.path(from: 0, to: random.pick([200, random.below(201)]))
            let start = random.pick([0, random.below(path.count)])
            let indices = start...random.pick([path.count - 1, start + random.below(path.count - start)])
            let found = try timeline.values(of: Condition(text), along: path, at: indices, limit: 300)
            var expected: [(index: Int, value: SQLValue)] = []
            for index in indices {
                let seq = path[index]
                let value = try evaluation.value(text, session, seq, parent: parents[seq], first: 0)
                if expected.last?.value != value { expected.append((index, value)) }
            }
            #expect(found.isExact)
            #expect(found.values.map(\.index) == expected.map(\.index), "\(text) at \(indices)")
            #expect(found.values.map(\.value) == expected.map(\.value), "\(text) at \(indices)")

            let sample = try timeline.values(of: Condition(text), along: path, at: indices, limit: 5)
            #expect(sample.values.count <= 5)
            if sample.isExact { #expect(sample.values.map(\.value) == expected.map(\.value)) }
            for (index, value) in sample.values {
                #expect(expected.last { $0.index <= index }?.value == value, "\(text) at \(index)")
            }
        }
    }

    @Test func `Only actions that can change the value are evaluated, and at most twice the limit`() throws {
        var states: [Tree] = [["a": 0, "b": 0]]
        for n in 1...3_000 { states.append(["a": .integer(Int64(n / 1_000)), "b": .integer(Int64(n))]) }
        try BranchingSession(states: states).write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        let path = try timeline.path(from: 0, to: 3_000)
        var calls = 0
        func values(_ text: String) throws -> (values: [(index: Int, value: SQLValue)], isExact: Bool) {
            calls = 0
            return try timeline.values(of: Condition(text), along: path, at: 0...3_000, limit: 100) { calls += 1 }
        }
        let few = try values("at('/a') * 10")
        #expect(few.isExact)
        #expect(few.values.map(\.index) == [0, 1_000, 2_000, 3_000])
        #expect(few.values.map(\.value) == [.integer(0), .integer(10), .integer(20), .integer(30)])
        #expect(calls < 20)
        let many = try values("at('/b') * 10")
        #expect(!many.isExact)
        #expect(many.values.count == 100)
        #expect(many.values.last?.value == .integer(30_000))
        #expect(calls < 250)
    }

    @Test func `An evaluation can be stopped, and its texts are cut`() throws {
        try BranchingSession(parents: Array(0..<50)).write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        let path = try timeline.path(from: 0, to: 50)
        var calls = 0
        #expect(throws: CancellationError.self) {
            try timeline.values(of: Condition("seq"), along: path, at: 0...50, limit: 100) {
                calls += 1
                if calls == 20 { throw CancellationError() }
            }
        }
        let long = try timeline.values(
            of: Condition("replace(hex(zeroblob(5000)), '0', 'x')"),
            along: path,
            at: 0...50,
            limit: 100
        )
        #expect(long.values.map(\.value) == [.text(String(repeating: "x", count: 1_000))])
    }
}
