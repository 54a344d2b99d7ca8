import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

/// Sessions with many slices, and with states that have none.
@Suite struct SliceTests {
    private let folder = TemporaryFolder()

    /// Writes states, each with the action that led to it, and returns their session.
    private func session(_ states: [Tree], skipping skipped: Int? = nil) async throws -> InspectedSession {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for (seq, state) in states.enumerated().dropFirst() {
                let patch = state.patch(from: states[seq - 1])
                var record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "Set", patch: patch)
                if seq == skipped { (record.status, record.error) = (.failed, SessionImport.skippedError) }
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
        let session = InspectedSession(id: 0, url: folder.session(), file: "a.rewind", app: InspectedApp())
        try await session.adopt(ColumnReader.reading(folder.session(), of: InspectedApp()))
        return session
    }

    private func list(_ filter: String, hidden: [Int] = [], in session: InspectedSession) async throws -> [Int] {
        let filter = ListFilter(filter, hidden: hidden, foldsNoise: false)
        return try #require(try await session.entries(filter)).entries.map { Int($0.first) }
    }

    @Test(arguments: [100, 700])
    func `A filter finds each of many slices, and hides just one`(count: Int) async throws {
        let first = Tree(members: (0..<count).map { ("feature\($0)-", .integer(0)) })
        // Every action changes one slice, in their order.
        var states: [Tree] = [first]
        for slice in 0..<count { states.append(states[slice].replacing("feature\(slice)-")) }
        let session = try await session(states)
        for slice in [0, 7, 30, 31, count - 1] {
            #expect(try await list("slice:feature\(slice)-", in: session) == [slice + 1])
            #expect(try await list("-slice:feature\(slice)-", in: session).count == count - 1)
        }
        let names = try await session.slices()
        let hidden = try #require(names.firstIndex(of: "feature42-"))
        #expect(try await list("", hidden: [hidden], in: session) == Array(1...count).filter { $0 != 43 })
    }

    @Test(arguments: [[[], ["a"], ["a", "b"]], [1, 2, 3], ["idle", "busy", "idle"]] as [[Tree]])
    func `A state that is no object has no slices, and one card in place of a screen`(states: [Tree]) async throws {
        let session = try await session(states)
        #expect(try await session.slices() == [])
        for seq in 1...2 { #expect(try await session.row(seq).slices == [-1]) }
        let cards = try await session.screen(at: 2).slices
        #expect(cards?.count == 1 && cards?.first?.members.isEmpty == false && cards?.first?.changed == true)
    }

    @Test func `Without durations, the bars of the timeline have the numbers of changes`() async throws {
        let session = try await session(
            [(1, 1), (2, 2), (3, 2), (3, 2)].map {
                ["a": .integer($0.0), "b": .integer($0.1), "z": .string(Self.long)]
            }
        )
        let filter = ListFilter("", hidden: [], foldsNoise: false)
        let timeline = try await session.timeline(.actions, from: nil, to: nil, columnCount: 9, filter: filter)
        #expect(timeline?.changes == true && timeline?.bars.map(\.duration) == [2, 1, 0])
    }

    @Test func `A session of another app has no screens`() async throws {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(.null)
            let record = ActionRecord(seq: 1, parent: 0, at: 0, type: "Set", patch: ([1] as Tree).patch(from: .null))
            try transaction.append(record, state: [1])
        }
        try writer.close()
        for (draws, kind) in [(true, "html"), (false, "none")] {
            let app = InspectedApp(html: { draws && $0 != .null ? "<p></p>" : nil })
            let session = InspectedSession(id: 0, url: folder.session(), file: "a.rewind", app: app)
            #expect(try await session.answer().screen == kind)
        }
    }

    @Test func `A skipped action is neither failed nor in trouble`() async throws {
        let session = try await session([["a": 1], ["a": 1], ["a": 2]], skipping: 1)
        #expect(try await session.row(1).trouble == "skipped")
        #expect(try await list("status:skipped", in: session) == [1])
        #expect(try await list("status:trouble", in: session) == [])
        #expect(try await list("status:done", in: session) == [2])
    }

    /// Too long to be written again with a change beside it.
    private static let long = String(repeating: "long ", count: 60)

    private static let changes: [(from: Tree, to: Tree, touched: String)] = [
        (["a": ["x"]], ["a": ["x", "y"]], "/a add y 1"),
        (["a": ["x", "y"]], ["a": ["y"]], "/a remove x 1"),
        (["a": ["x", "y", "z"]], ["a": []], "/a replace"),
        (["a": 1, "b": 2, "z": .string(long)], ["a": 2, "b": 3, "z": .string(long)], "/a replace 2, /b replace 3"),
        (
            ["a": 1, "b": 2, "c": 3, "d": 4, "z": .string(long)], ["a": 2, "b": 3, "c": 4, "d": 5, "z": .string(long)],
            "/a replace 2, /b replace 3, /c replace 4 +1"
        ),
        (["x"], ["x", "y"], " add y 1"),
        (361, 400, " replace 400"),
        (["a": ["w", "x", "y", "z"]], ["a": ["z", "w", "x", "y"]], "/a move 1"),
    ]

    @Test(arguments: changes.indices)
    func `A row says what an action did to arrays and members`(index: Int) async throws {
        let change = Self.changes[index]
        let touched = try #require(try await session([change.from, change.to]).row(1).touched)
        func text(_ touched: RowAnswer.Touched) -> String {
            ["\(touched.pointer) \(touched.op)", touched.value?.text, touched.items.map(String.init)]
                .compactMap(\.self).filter { $0 != "[]" }.joined(separator: " ")
        }
        let all = [touched] + (touched.others ?? [])
        #expect(all.map(text).joined(separator: ", ") + (touched.more.map { " +\($0)" } ?? "") == change.touched)
    }
}

extension Tree {
    /// Returns an object with 1 as a member.
    fileprivate func replacing(_ key: String) -> Tree {
        guard case .object(let object) = self else { return self }
        return Tree(members: zip(object.keys, object.values).map { ($0, $0 == key ? 1 : $1) })
    }
}
